import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Button } from '#src/components/button.tsx';
import {
  NumberField,
  SearchField,
  SelectField,
  TextArea,
  TextField,
} from '#src/components/field.tsx';
import { Form } from '#src/components/form.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { Checkbox, Switch } from '#src/components/switch.tsx';

it('associates the label, then the hint, then the error with the control', () => {
  const { rerender } = render(<TextField label="Email" hint="We send one mail." />);
  const field = screen.getByRole('textbox', { name: 'Email', description: 'We send one mail.' });
  expect(field.getAttribute('aria-invalid')).toBeNull();
  rerender(
    <TextField label="Email" hint="We send one mail." error="Please enter a valid email address" />,
  );
  expect(screen.getByRole('textbox', { description: 'Please enter a valid email address' })).toBe(
    field,
  );
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

it('gives every kind of field its role and name', () => {
  render(
    <>
      <SearchField label="Search" value="" />
      <NumberField label="Minutes" defaultValue={5} />
      <TextArea label="Question" />
      <SelectField label="Role">
        <option>Home Viewer</option>
      </SelectField>
    </>,
  );
  expect([
    screen.getByRole('searchbox', { name: 'Search' }).tagName,
    screen.getByRole('spinbutton', { name: 'Minutes' }).tagName,
    screen.getByRole('textbox', { name: 'Question' }).tagName,
    screen.getByRole('combobox', { name: 'Role' }).tagName,
  ]).toEqual(['INPUT', 'INPUT', 'TEXTAREA', 'SELECT']);
});

it('shows and hides a password without losing it', async () => {
  const user = userEvent.setup();
  render(<PasswordField label="Password" name="password" />);
  const field = screen.getByLabelText('Password');
  await user.type(field, 'hunter22');
  await user.click(screen.getByRole('button', { name: 'Show Password' }));
  expect([field.getAttribute('type'), field]).toEqual([
    'text',
    screen.getByDisplayValue('hunter22'),
  ]);
  await user.click(screen.getByRole('button', { name: 'Hide Password' }));
  expect(field.getAttribute('type')).toBe('password');
});

it('passes on typed, switched and ticked values', async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  render(
    <Form onSubmit={(data) => sent.push(Object.fromEntries(data))}>
      <TextField label="Name" name="name" defaultValue="Ann" />
      <Switch label="Shortcuts" name="shortcuts" />
      <Checkbox label="Recommend" name="recommend" defaultChecked />
      <Button type="submit">Save</Button>
    </Form>,
  );
  await user.type(screen.getByRole('textbox'), 'a');
  await user.click(screen.getByRole('switch', { name: 'Shortcuts', checked: false }));
  await user.click(screen.getByRole('checkbox', { name: 'Recommend', checked: true }));
  await user.click(screen.getByRole('button'));
  expect(screen.getByRole('switch', { checked: true })).toBeDefined();
  expect(sent).toEqual([{ name: 'Anna', shortcuts: 'on' }]);
});

const Login = (props: { errors?: boolean; busy?: boolean; onSubmit?: () => void }) => (
  <Form
    busy={props.busy}
    error={props.errors === true ? 'Login failed.' : undefined}
    onSubmit={props.onSubmit ?? (() => {})}
  >
    <TextField label="Email" />
    <TextField label="Name" error={props.errors === true ? 'Name is required.' : undefined} />
    <TextField label="Town" error={props.errors === true ? 'Town is required.' : undefined} />
    <Button type="submit">Save</Button>
  </Form>
);

it('leads to the first field with an error after a submit', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Login />);
  await user.click(screen.getByRole('button'));
  rerender(<Login errors />);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
});

it('leaves the focus alone after typing, or without a submit', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Login />);
  const email = screen.getByRole('textbox', { name: 'Email' });
  act(() => email.focus());
  rerender(<Login errors />);
  expect(document.activeElement).toBe(email);
  rerender(<Login />);
  await user.click(screen.getByRole('button'));
  await user.type(email, 'a');
  rerender(<Login errors />);
  expect(document.activeElement).toBe(email);
});

it('announces errors in a region that already existed', () => {
  const { rerender } = render(<Login />);
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toBe('');
  rerender(<Login errors />);
  expect([screen.getByRole('alert'), alert.textContent]).toEqual([alert, 'Login failed.']);
});

it('sends nothing while busy', async () => {
  const user = userEvent.setup();
  const onSubmit = vi.fn<() => void>();
  const { rerender } = render(<Login busy onSubmit={onSubmit} />);
  await user.type(screen.getByRole('textbox', { name: 'Email' }), '{Enter}');
  expect(onSubmit.mock.calls.length).toBe(0);
  rerender(<Login onSubmit={onSubmit} />);
  await user.type(screen.getByRole('textbox', { name: 'Email' }), '{Enter}');
  expect(onSubmit.mock.calls.length).toBe(1);
});

it('a search keeps its text while the user types, and follows the address afterwards', async () => {
  const user = userEvent.setup({ delay: null });
  const { rerender } = render(<SearchField label="Search" value="" />);
  const field = screen.getByLabelText<HTMLInputElement>('Search');
  await user.type(field, 'vie');
  rerender(<SearchField label="Search" value="v" />);
  expect(field.value).toBe('vie');
  await user.tab();
  rerender(<SearchField label="Search" value="other" />);
  expect(field.value).toBe('other');
});
