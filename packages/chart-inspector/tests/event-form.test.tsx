// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { InspectedEvent } from '../src/protocol.ts';
import { idsIn } from '../src/events/ids.ts';
import type { EventShapes, Shape } from '../src/events/shape.ts';
import { EventForm } from '../src/events/event-form.tsx';

const TEXT: Shape = { kind: 'text' };
const NUMBER: Shape = { kind: 'number' };
const flag: Shape = { kind: 'flag' };
const options = (...values: readonly (string | number | null)[]): Shape => ({
  kind: 'options',
  values,
});
const choice = (...alternatives: readonly Shape[]): Shape => ({
  kind: 'choice',
  options: alternatives,
});
const object = (fields: Readonly<Record<string, Shape>>, ...optional: string[]): Shape => ({
  kind: 'object',
  fields: Object.entries(fields).map(([name, shape]) => ({
    name,
    shape,
    isOptional: optional.includes(name),
  })),
});
const EVENTS: EventShapes = {
  'login.submit': object({ email: TEXT, password: TEXT }),
  'window.released': object({
    window: object({ timed: flag, closesAt: choice(NUMBER, options(null)) }),
  }),
  'list.query': object({ query: object({ search: TEXT, role: options(null, 1, 2, 3) }) }),
  'board.show': object({
    subject: choice(
      object({ kind: options('everybody') }),
      object({ kind: options('session'), gameSessionId: TEXT }),
    ),
  }),
  'form.edited': object({ field: TEXT }, 'field'),
  'release.act': object({ questionId: TEXT }),
  'form.submit': object({ joinIds: { kind: 'list', item: TEXT } }),
  'windows.shown': object({ shown: { kind: 'json' } }),
};

function open(type: string, ids = idsIn([])) {
  const onSend = vi.fn<(event: InspectedEvent) => void>();
  render(<EventForm type={type} shape={EVENTS[type]} ids={ids} onSend={onSend} />);
  return { onSend };
}
const send = () => userEvent.click(screen.getByRole('button', { name: /^Send / }));
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const choose = (name: string | RegExp, option: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name }), option);
const retype = async (control: HTMLElement, text: string) => {
  await userEvent.clear(control);
  await userEvent.type(control, text);
};

describe('the form of an event', () => {
  it('has a labelled field for each text, and confirms that the event was sent', async () => {
    const { onSend } = open('login.submit');
    await retype(field('email'), 'ann@example.org');
    await send();
    expect(onSend).toHaveBeenCalledWith({
      type: 'login.submit',
      email: 'ann@example.org',
      password: '',
    });
    expect(screen.getByText('login.submit was sent.')).toBeTruthy();
    await userEvent.type(field('email'), 'x');
    expect(screen.queryByText('login.submit was sent.')).toBeNull();
  });

  it('shows an error at its field, focuses it, and sends nothing', async () => {
    const { onSend } = open('window.released');
    const closesAt = screen.getByRole('spinbutton', { name: 'closesAt' });
    await userEvent.clear(closesAt);
    await send();
    expect(onSend).not.toHaveBeenCalled();
    expect(
      screen.getByRole('spinbutton', { name: 'closesAt', description: 'Must be a number.' }),
    ).toBe(document.activeElement);
    await userEvent.type(closesAt, '7');
    await userEvent.click(screen.getByRole('checkbox', { name: 'timed' }));
    await send();
    expect(onSend.mock.lastCall).toEqual([
      { type: 'window.released', window: { timed: true, closesAt: 7 } },
    ]);
  });

  it('offers no value where null is allowed', async () => {
    const { onSend } = open('window.released');
    await choose('Kind of closesAt', 'nothing');
    await send();
    expect(onSend).toHaveBeenCalledWith({
      type: 'window.released',
      window: { timed: false, closesAt: null },
    });
  });

  it('offers the values of an enumeration, also of numbers and null', async () => {
    const { onSend } = open('list.query');
    await choose('role', '3');
    await send();
    expect(onSend).toHaveBeenLastCalledWith({
      type: 'list.query',
      query: { search: '', role: 3 },
    });
    await choose('role', 'nothing');
    await send();
    expect(onSend.mock.lastCall?.[0]).toMatchObject({ query: { role: null } });
  });

  it('asks for the fields of the chosen alternative, and shows its errors', async () => {
    const { onSend } = open('board.show');
    await choose('Kind of subject', 'session');
    await userEvent.type(field('gameSessionId'), 'g7');
    await send();
    expect(onSend).toHaveBeenCalledWith({
      type: 'board.show',
      subject: { kind: 'session', gameSessionId: 'g7' },
    });
  });

  it('leaves out optional fields until they are wanted', async () => {
    const { onSend } = open('form.edited');
    expect(screen.queryByRole('textbox')).toBeNull();
    await send();
    expect(onSend).toHaveBeenLastCalledWith({ type: 'form.edited' });
    await userEvent.click(screen.getByRole('checkbox', { name: 'With field' }));
    await userEvent.type(field('field'), 'email');
    await send();
    expect(onSend).toHaveBeenLastCalledWith({ type: 'form.edited', field: 'email' });
  });

  it('fills in an existing id, and offers the others by name', async () => {
    const questions = ['Q1', 'Q2'].map((id) => ({ questionId: id, question_text: `${id}?` }));
    const { onSend } = open('release.act', idsIn([questions]));
    const id = screen.getByRole('combobox', { name: 'questionId' });
    const offered = document.getElementById(id.getAttribute('list') ?? '')?.children ?? [];
    expect([...offered].map((each) => [each.getAttribute('value'), each.textContent])).toEqual([
      ['Q1', 'Q1?'],
      ['Q2', 'Q2?'],
    ]);
    await send();
    expect(onSend.mock.lastCall?.[0]).toMatchObject({ questionId: 'Q1' });
  });

  it('shows a timestamp as a date', async () => {
    open('window.released');
    const closesAt = screen.getByRole('spinbutton', { name: 'closesAt' });
    await retype(closesAt, String(Date.UTC(2030, 0, 1, 12)));
    expect(
      screen.getByRole('spinbutton', { name: 'closesAt', description: /^1 Jan 2030, \d\d:00:00/u }),
    ).toBeTruthy();
  });

  it('adds to lists and removes from them', async () => {
    const { onSend } = open('form.submit');
    await userEvent.click(screen.getByRole('button', { name: 'Add to joinIds' }));
    await userEvent.type(field('joinIds 2'), 'j2');
    await userEvent.click(screen.getByRole('button', { name: 'Remove joinIds 1' }));
    await send();
    expect(onSend.mock.lastCall?.[0]).toEqual({ type: 'form.submit', joinIds: ['j2'] });
  });

  it('takes JSON where no field type fits', async () => {
    const { onSend } = open('windows.shown');
    const text = field('shown, as JSON');
    await userEvent.clear(text);
    await userEvent.type(text, '{{');
    await send();
    expect(screen.getByText('This is no JSON.')).toBeTruthy();
    await userEvent.type(text, '}');
    await send();
    expect(onSend.mock.calls).toEqual([[{ type: 'windows.shown', shown: {} }]]);
  });

  it('takes any fields for an unknown chart', async () => {
    const { onSend } = open('some.event');
    const text = field('some.event, as JSON');
    await userEvent.clear(text);
    await userEvent.type(text, '{{"n":1}');
    await send();
    expect(onSend.mock.calls).toEqual([[{ type: 'some.event', n: 1 }]]);
  });
});
