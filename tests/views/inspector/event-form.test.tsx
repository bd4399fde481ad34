import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { ActorState, InspectedEvent } from '#machines/contract/inspection.ts';
import { CHARTS } from '#src/inspector/events/charts.ts';
import { EventForm } from '#src/inspector/events/event-form.tsx';
import { idsIn, withKnownIds } from '#src/inspector/events/ids.ts';
import { BARE } from '#src/inspector/events/table.ts';

const listening = (...accepts: string[]): ActorState => ({
  status: 'active',
  state: null,
  active: [],
  tags: [],
  accepts,
  context: null,
});

function open(chart: string, eventType: string) {
  const onSend = vi.fn<(event: InspectedEvent) => void>();
  const now = listening(eventType);
  render(<EventForm chart={chart} eventType={eventType} now={now} onSend={onSend} />);
  return { onSend, send };
}
const send = () => userEvent.click(screen.getByRole('button', { name: /^Send / }));
const field = (name: string | RegExp) => screen.getByRole('textbox', { name });
const choose = (name: string | RegExp, option: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name }), option);
const retype = async (control: HTMLElement, text: string) => {
  await userEvent.clear(control);
  await userEvent.type(control, text);
};

const signOutForm = (now: ActorState) => (
  <EventForm chart="auth" eventType="auth.signOut" now={now} onSend={() => {}} />
);

/** Charts share events: each is looked at once. */
const distinct = [
  ...new Map(
    Object.entries(CHARTS).flatMap(([chart, { events }]) =>
      Object.entries(events).map(([type, event]): [unknown, [string, string]] => [
        event.examples[0] === BARE.examples[0] ? type : event,
        [chart, type],
      ]),
    ),
  ).values(),
];

describe('the form of an event', () => {
  it.each(distinct)('of %s, %s, sends its example as it stands', (chart, type) => {
    const { onSend } = open(chart, type);
    fireEvent.click(screen.getByRole('button', { name: `Send ${type}` }));
    expect(onSend.mock.calls).toEqual([[{ ...CHARTS[chart]?.events[type]?.examples[0], type }]]);
  });

  it('has a labelled field for each text, and says that the event was sent', async () => {
    const { onSend } = open('auth', 'login.submit');
    await retype(field('email'), 'ann@example.org');
    await send();
    expect(onSend).toHaveBeenCalledWith({
      type: 'login.submit',
      email: 'ann@example.org',
      password: 'a strong one 42',
    });
    expect(screen.getByText('login.submit was sent.')).toBeTruthy();
    await userEvent.type(field('email'), 'x');
    expect(screen.queryByText('login.submit was sent.')).toBeNull();
  });

  it('says at the field what is wrong, goes there, and sends nothing', async () => {
    const { onSend } = open('releaseWindow', 'window.released');
    const closesAt = screen.getByRole('spinbutton', { name: 'closesAt' });
    await retype(closesAt, '1.5');
    await send();
    expect(onSend).not.toHaveBeenCalled();
    expect(
      screen.getByRole('spinbutton', { name: 'closesAt', description: 'Must be a whole number.' }),
    ).toBe(document.activeElement);
    await retype(closesAt, '-1');
    await send();
    expect(screen.getByText('Must be 0 or more.')).toBeTruthy();
    await userEvent.clear(closesAt);
    await send();
    expect(screen.getByText('Must be a number.')).toBeTruthy();
    await userEvent.type(closesAt, '7');
    await userEvent.click(screen.getByRole('checkbox', { name: 'timed' }));
    await send();
    expect(onSend.mock.lastCall).toEqual([
      { type: 'window.released', window: { released: true, timed: false, closesAt: 7 } },
    ]);
  });

  it('offers nothing where null may stand', async () => {
    const { onSend } = open('releaseWindow', 'window.released');
    await choose('Kind of closesAt', 'nothing');
    await send();
    expect(onSend).toHaveBeenCalledWith({
      type: 'window.released',
      window: { released: true, timed: true, closesAt: null },
    });
  });

  it('offers the values of an enumeration, also of numbers and null', async () => {
    const { onSend } = open('users', 'list.query');
    await choose('role', '3');
    await send();
    expect(onSend).toHaveBeenLastCalledWith({
      type: 'list.query',
      query: { search: '', role: 3, page: 1 },
    });
    await choose('role', 'nothing');
    await send();
    expect(onSend.mock.lastCall?.[0]).toMatchObject({ query: { role: null } });
  });

  it('asks for the fields of the alternative that is chosen, and says what is wrong with it', async () => {
    const { onSend } = open('boards', 'board.show');
    await choose('Kind of subject', 'session');
    await send();
    expect(field('gameSessionId').getAttribute('aria-invalid')).toBe('true');
    expect(onSend).not.toHaveBeenCalled();
    await userEvent.type(field('gameSessionId'), 'g7');
    await send();
    expect(onSend).toHaveBeenCalledWith({
      type: 'board.show',
      subject: { kind: 'session', gameSessionId: 'g7' },
    });
  });

  it('leaves out what is optional, and asks for it when it is wanted', async () => {
    const { onSend } = open('register', 'form.edited');
    await userEvent.click(screen.getByRole('checkbox', { name: 'With field' }));
    expect(screen.queryByRole('textbox')).toBeNull();
    await send();
    expect(onSend).toHaveBeenLastCalledWith({ type: 'form.edited' });
    await userEvent.click(screen.getByRole('checkbox', { name: 'With field' }));
    await userEvent.type(field('field'), 'email');
    await send();
    expect(onSend).toHaveBeenLastCalledWith({ type: 'form.edited', field: 'email' });
  });

  it('fills in ids that there are, offers the others by what they are of, and keeps what it has no id for', async () => {
    const onSend = vi.fn<(event: InspectedEvent) => void>();
    const ids = idsIn([
      {
        feed: {
          questions: [1, 2].map((n) => ({
            id: `Q${n}`,
            question_id: `Q${n}`,
            game_session_id: `G${n}`,
            question_text: `Question ${n}?`,
          })),
        },
      },
      { subject: { gameSessionId: 'G3' } },
    ]);
    render(
      <EventForm
        chart="queCards"
        eventType="release.act"
        now={listening('release.act')}
        ids={ids}
        onSend={onSend}
      />,
    );
    const id = screen.getByRole('combobox', { name: 'questionId' });
    const offered = document.getElementById(id.getAttribute('list') ?? '')?.children ?? [];
    expect([...offered].map((each) => [each.getAttribute('value'), each.textContent])).toEqual([
      ['Q1', 'Question 1?'],
      ['Q2', 'Question 2?'],
    ]);
    await send();
    expect(onSend.mock.lastCall?.[0]).toMatchObject({ questionId: 'Q1' });
    expect([...(ids.get('gamesession')?.keys() ?? [])]).toEqual(['G1', 'G2', 'G3']);
    expect(withKnownIds({ shown: { g1: ['u1'] } }, ids)).toEqual({ shown: { G1: ['u1'] } });
  });

  it('says of an instant when that is', async () => {
    open('releaseWindow', 'window.released');
    expect(
      screen.getByRole('spinbutton', { name: 'closesAt', description: /^1 Jan 2030, \d\d:00:00/u }),
    ).toBeTruthy();
  });

  it('adds to lists and removes from them', async () => {
    const { onSend } = open('decision', 'form.submit');
    await userEvent.click(screen.getByRole('button', { name: 'Add to joinIds' }));
    await userEvent.type(field('joinIds 2'), 'j2');
    await userEvent.click(screen.getByRole('button', { name: 'Remove joinIds 1' }));
    await send();
    expect(onSend.mock.lastCall?.[0]).toMatchObject({ values: { joinIds: ['j2'] } });
    await userEvent.clear(field('joinIds 1'));
    await send();
    expect(field('joinIds 1').getAttribute('aria-invalid')).toBe('true');
  });

  it('takes JSON for what no field is made for', async () => {
    const { onSend } = open('windows', 'windows.shown');
    const text = field('shown, as JSON');
    await userEvent.clear(text);
    await userEvent.type(text, '{{');
    await send();
    expect(screen.getByText('This is no JSON.')).toBeTruthy();
    await userEvent.type(text, '}');
    await send();
    expect(onSend.mock.calls).toEqual([[{ type: 'windows.shown', shown: {} }]]);
  });

  it('offers the events that a descriptor stands for', async () => {
    const { onSend } = open('questions', 'line.*');
    await choose('Event', 'line.back');
    await send();
    expect(onSend.mock.calls).toEqual([[{ type: 'line.back' }]]);
  });

  it('says so when the actor does nothing with it now', () => {
    const { rerender } = render(signOutForm(listening('auth.signOut')));
    const note = 'As it is now, the actor does nothing with auth.signOut.';
    expect(screen.queryByText(note)).toBeNull();
    rerender(signOutForm(listening()));
    expect(screen.getByText(note)).toBeTruthy();
  });

  it('takes any fields for a chart that it does not know', async () => {
    const { onSend } = open('unheard', 'some.event');
    const text = field('some.event, as JSON');
    await userEvent.clear(text);
    await userEvent.type(text, '{{"n":1}');
    await send();
    expect(onSend.mock.calls).toEqual([[{ type: 'some.event', n: 1 }]]);
  });
});
