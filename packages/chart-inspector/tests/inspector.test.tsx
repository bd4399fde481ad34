// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { App } from '../src/app.tsx';
import { reachable } from '../src/page/address.tsx';
import { Inspector } from '../src/page/inspector.tsx';
import { createSession } from '../src/page/session.ts';
import { type InspectedWindow, UNDISTURBED } from '../src/protocol.ts';
import { ANN, createInspected, SHOP, success, T0 } from './shop.ts';
import { alertText, axeFindings } from './support.ts';

async function open(
  path = '/inspect',
  more: Partial<InspectedWindow> = {},
  hosts: readonly string[] | null = null,
) {
  const inspected = createInspected(more);
  const session = createSession(inspected.open, (work) => work());
  const user = userEvent.setup();
  window.history.replaceState(null, '', path);
  await act(async () => {
    inspected.app.start();
  });
  await act(async () => {
    render(
      <App value={SHOP}>
        <Inspector
          code="ABCDEFGH"
          hosts={hosts}
          unreachable="Nobody reaches it."
          session={session}
          own={null}
          atlas="/atlas"
        />
      </App>,
    );
  });
  return { ...inspected, session, user };
}

const PLACE = { type: 'order.place', tea: 'green', minutes: 2 } as const;
const actors = () => within(screen.getByRole('region', { name: 'Actors' }));
const chart = () => screen.getByRole('region', { name: 'Chart' });
const details = () => within(screen.getByRole('tabpanel'));
const lit = (what: 'active' | 'taken') =>
  [...chart().querySelectorAll(`[data-${what}] > text:first-of-type`)].map(
    ({ textContent }) => textContent,
  );

const changed = () => screen.getByRole('region', { name: 'What changed last' }).textContent;
const pauseField = () => details().getByRole('combobox', { name: 'Pause at a transition of auth' });
const shown = () => within(chart()).getByRole('heading').textContent;

describe('the inspector', () => {
  it('shows the windows, the actors of one as a tree, and the chart of one with its active states', async () => {
    await open();
    expect(screen.queryByRole('button', { name: /^\/login/u, pressed: true })).not.toBeNull();
    expect(
      actors()
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
        .slice(0, 2),
    ).toEqual(['appstarting', 'authrestoring']);
    expect(lit('active')).toEqual(['app', 'starting']);
    expect(within(chart()).getByRole('heading').textContent).toBe('app');
  });
  it('selects an actor by its name in the tree, and puts it into the address', async () => {
    const { user } = await open();
    await user.click(actors().getByRole('button', { name: /^auth/u }));
    expect(lit('active')).toEqual(['auth', 'restoring']);
    expect(window.location.search).toMatch(/actor=/u);
  });
  it('goes to an invoked actor by its line in the chart', async () => {
    const { user } = await open();
    await user.click(within(chart()).getByRole('link', { name: /auth/u }));
    expect(within(chart()).getByRole('heading').textContent).toBe('auth');
  });
  it('highlights transitions as they happen, and marks changes', async () => {
    const { user, ports } = await open();
    await user.click(actors().getByRole('button', { name: /^auth/u }));
    await ports.restore.answer(success(null));
    expect(lit('active')).toEqual(['auth', 'signedOut', 'waiting']);
    expect(lit('taken')).toContain('restore done [else]');
  });
  it('describes the chart in words as well', async () => {
    const { user } = await open();
    await user.click(screen.getByText('The chart in words'));
    const now = within(chart())
      .getAllByRole('listitem')
      .find(({ textContent }) => textContent?.startsWith('starting'));
    expect(now?.textContent).toMatch(/^starting \(now\)/u);
  });
  it('has a log that can be searched, paused, and rewound', async () => {
    const { user, ports, app } = await open('/inspect?tab=log');
    await ports.restore.answer(success(null));
    const rows = () => details().queryAllByRole('listitem');
    const all = rows().length;
    expect(all).toBeGreaterThan(2);
    await user.type(screen.getByRole('searchbox'), 'actor.restore');
    expect(rows()).toHaveLength(1);
    await user.click(details().getByRole('button', { name: /actor\.restore/u }));
    expect(within(chart()).getByRole('heading').textContent).toBe('auth');
    expect(lit('taken')).toContain('restore done [else]');
    await user.clear(screen.getByRole('searchbox'));
    await user.click(screen.getByRole('checkbox', { name: 'Pause' }));
    await act(async () => app.send({ type: 'network.lost' }));
    expect(rows()).toHaveLength(all);
    await user.click(screen.getByRole('checkbox', { name: 'Pause' }));
    expect(rows().length).toBeGreaterThan(all);
    await user.click(screen.getByRole('button', { name: 'Back to now' }));
    expect(screen.queryByRole('button', { name: 'Back to now' })).toBeNull();
  });
  it('sends an event that the actor accepts', async () => {
    const { user, asked, ports } = await open('/inspect?tab=events');
    await ports.restore.answer(success(null));
    await user.click(actors().getByRole('button', { name: /^auth/u }));
    await user.selectOptions(details().getByRole('combobox', { name: 'Event' }), 'login.edited');
    await user.click(details().getByRole('button', { name: /Send/u }));
    expect(asked.at(-1)).toMatchObject({ type: 'event.send', event: { type: 'login.edited' } });
    expect(lit('taken').join(' ')).toContain('login.edited');
  });
  it('keeps recording on other tabs, and draws a replay', async () => {
    const { user, ports } = await open('/inspect?tab=trace');
    await user.click(details().getByRole('button', { name: 'Record' }));
    await user.click(screen.getByRole('tab', { name: 'Context' }));
    await ports.restore.answer(success(null));
    await user.click(screen.getByRole('tab', { name: 'Trace' }));
    await user.click(details().getByRole('button', { name: 'Stop recording' }));
    await user.click(details().getByRole('button', { name: 'Replay' }));
    const actor = within(chart()).getByRole('combobox', { name: 'Actor of the replay' });
    const options = within(actor)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(options.slice(0, 2)).toEqual(['app', 'auth']);
    await user.selectOptions(actor, 'auth');
    expect(lit('active')).toEqual(['auth', 'restoring']);
  });
  it('requests disturbances, a dropped connection and a jump in time', async () => {
    const { user, asked } = await open('/inspect?tab=disturb');
    await user.clear(details().getByLabelText('Events lost'));
    await user.type(details().getByLabelText('Events lost'), '50');
    await user.selectOptions(details().getByLabelText('Call'), 'order');
    await user.click(details().getByRole('button', { name: 'Apply' }));
    await user.click(details().getByRole('button', { name: 'Drop the line' }));
    await user.click(details().getByRole('button', { name: 'Jump time' }));
    expect(asked.slice(-3)).toEqual([
      {
        type: 'disturb',
        window: 'phone',
        disturbance: {
          line: { lost: 0.5, doubled: 0, delayMs: 0 },
          calls: { order: 'fail' },
          skewMs: 0,
          pauseAt: null,
          isPaused: false,
        },
      },
      { type: 'line.drop', window: 'phone' },
      { type: 'time.jump', window: 'phone', ms: 10_000 },
    ]);
  });
  it('offers no impossible disturbance', async () => {
    const { user, asked } = await open('/inspect?tab=disturb');
    await user.type(details().getByLabelText('Events lost'), '999');
    await user.click(details().getByRole('button', { name: 'Apply' }));
    expect(alertText()).toMatch(/Shares go from 0 to 100/u);
    expect(asked.filter(({ type }) => type === 'disturb')).toEqual([]);
  });
  it('shows a refusal at its actor until the next request', async () => {
    const { tell, user, app, ports } = await open('/inspect?tab=events');
    await ports.restore.answer(success(null));
    const message = 'auth does nothing with login.submit as it is now.';
    const actor = app.getSnapshot().children.auth?.sessionId ?? '';
    const refuse = () =>
      act(async () => tell({ type: 'window.refused', window: 'phone', actor, message }));
    await refuse();
    expect(alertText()).not.toContain(message);
    await user.click(actors().getByRole('button', { name: /^auth/u }));
    expect(alertText()).toContain(message);
    await user.selectOptions(details().getByRole('combobox', { name: 'Event' }), 'login.edited');
    await user.click(details().getByRole('button', { name: /Send/u }));
    expect(alertText()).not.toContain(message);
    await refuse();
    await user.click(actors().getByRole('button', { name: /^app/u }));
    expect(alertText()).not.toContain(message);
    await act(async () =>
      tell({ type: 'window.refused', window: 'phone', message: 'There is no line.' }),
    );
    expect(alertText()).toContain('There is no line.');
  });
  it('offers the event types that match a wildcard', async () => {
    await open('/inspect?tab=events');
    const options = within(details().getByRole('combobox', { name: 'Event' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(options.toSorted()).toEqual(['auth.changed', 'network.lost']);
  });
  it('keeps the event that was sent, even if the actor no longer accepts it', async () => {
    const { user, ports } = await open('/inspect?tab=events');
    await ports.restore.answer(success(null));
    await user.click(actors().getByRole('button', { name: /^auth/u }));
    await user.selectOptions(details().getByRole('combobox', { name: 'Event' }), 'login.submit');
    await user.type(details().getByRole('textbox', { name: 'name' }), 'Ann');
    await user.type(details().getByRole('textbox', { name: 'password' }), 'hunter2');
    await user.click(details().getByRole('button', { name: 'Send login.submit' }));
    expect(lit('active')).toContain('signingIn');
    expect(details().getByRole('combobox', { name: 'Event' })).toHaveProperty(
      'value',
      'login.submit',
    );
    expect(screen.queryByText(/the actor does nothing with login\.submit/u)).not.toBeNull();
  });
  it('filters the log by a type of event, and keeps that in the address', async () => {
    const { user, ports } = await open('/inspect?tab=log');
    await ports.restore.answer(success(null));
    const type = details().getByRole('combobox', { name: 'Event type' });
    await user.selectOptions(type, 'auth.changed');
    expect(details().getAllByRole('listitem')).toHaveLength(1);
    expect(details().getByRole('listitem').textContent).toContain('auth → app');
    expect(window.location.search).toContain('type=auth.changed');
    await user.selectOptions(type, '');
    expect(details().getAllByRole('listitem').length).toBeGreaterThan(1);
  });
  it('shows the last change at any depth, also of a moment in the log', async () => {
    const { user, ports, app } = await open('/inspect?tab=log');
    await ports.restore.answer(success(ANN));
    await user.click(details().getByRole('button', { name: /actor\.restore/u }));
    await user.click(screen.getByRole('tab', { name: 'Context' }));
    expect(changed()).toMatch(/^What changed lastsession/u);
    await user.click(screen.getByRole('button', { name: 'Back to now' }));
    await user.click(actors().getByRole('button', { name: /order/u }));
    await act(async () => app.getSnapshot().children.order?.send(PLACE));
    expect(changed()).toContain('readyAt');
  });
  it('shows timestamps as times, or as numbers on request', async () => {
    const { user, ports, order } = await open();
    await ports.restore.answer(success(ANN));
    await user.click(actors().getByRole('button', { name: /order/u }));
    await act(order);
    const numbers = () => details().queryAllByText(String(T0 + 120_000));
    expect(numbers()).toEqual([]);
    expect(details().getAllByText(/^1 Jan 2030, /u)[0]?.title).toBe(String(T0 + 120_000));
    await user.click(details().getByRole('checkbox', { name: 'Instants as numbers' }));
    expect(numbers().length).toBeGreaterThan(0);
  });
  it('exports a context and a snapshot as JSON', async () => {
    const { user } = await open();
    await user.click(actors().getByRole('button', { name: /^auth/u }));
    await user.click(details().getByRole('button', { name: 'Copy context' }));
    const context: unknown = JSON.parse(await navigator.clipboard.readText());
    expect(context).toMatchObject({ session: null });
    await user.click(details().getByRole('button', { name: 'Copy snapshot' }));
    expect(JSON.parse(await navigator.clipboard.readText())).toEqual({
      status: 'active',
      value: 'restoring',
      context,
    });
  });
  it('names actors as the app does, everywhere', async () => {
    const { user, ports } = await open();
    await ports.restore.answer(success(ANN));
    await user.click(actors().getByRole('button', { name: /^Ann's order/u }));
    expect(shown()).toBe("Ann's order");
    await user.click(screen.getByRole('tab', { name: 'Log' }));
    await user.type(screen.getByRole('searchbox'), "ann's order");
    const rows = details().getAllByRole('listitem');
    expect(rows.length).toBeGreaterThan(0);
    for (const { textContent } of rows) expect(textContent).toContain("Ann's order");
  });
  it('restores an edited snapshot, of a page only', async () => {
    const { user, asked, app } = await open();
    await user.click(actors().getByRole('button', { name: /^auth/u }));
    await user.click(details().getByText('Edit and restore'));
    const text = () =>
      details().getByRole<HTMLTextAreaElement>('textbox', { name: 'Snapshot, as JSON' });
    const { context } = JSON.parse(text().value);
    fireEvent.change(text(), { target: { value: '{' } });
    await user.click(details().getByRole('button', { name: 'Restore' }));
    expect(text().getAttribute('aria-invalid')).toBe('true');
    expect(asked.filter(({ type }) => type === 'snapshot.restore')).toEqual([]);
    const edited = { ...context, message: 'Edited.' };
    const value = { signedOut: 'waiting' };
    fireEvent.change(text(), { target: { value: JSON.stringify({ value, context: edited }) } });
    await user.click(details().getByRole('button', { name: 'Restore' }));
    const actor = app.getSnapshot().children.auth?.sessionId;
    expect(asked.at(-1)).toEqual({
      type: 'snapshot.restore',
      window: 'phone',
      actor,
      state: value,
      context: edited,
    });
    cleanup();
    await open('/inspect', { kind: 'server' });
    expect(screen.queryByText('Edit and restore')).toBeNull();
  });
  it('pauses a window at a transition of the visible chart, says so, and resumes it', async () => {
    const { user, asked, tell } = await open('/inspect?tab=disturb');
    await user.click(actors().getByRole('button', { name: /^auth/u }));
    await user.selectOptions(pauseField(), 'signedOut: login.submit');
    const pauseAt = { source: 'auth.signedOut', event: 'login.submit' };
    expect(asked.at(-1)).toMatchObject({ type: 'disturb', disturbance: { pauseAt } });
    const present = (isPaused: boolean) =>
      act(async () =>
        tell({
          type: 'window.present',
          window: {
            id: 'phone',
            kind: 'page',
            path: '/login',
            device: 'a phone',
            openedAt: 0,
            disturbance: { ...UNDISTURBED, pauseAt, isPaused },
          },
        }),
      );
    await present(true);
    expect(pauseField()).toHaveProperty('value', 'signedOut: login.submit');
    expect(screen.queryByText('Paused at auth.signedOut: login.submit')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(asked.at(-1)).toMatchObject({ disturbance: { pauseAt, isPaused: false } });
    await user.click(screen.getByRole('button', { name: 'Continue and pause no more' }));
    expect(asked.at(-1)).toMatchObject({ disturbance: { pauseAt: null, isPaused: false } });
    await present(false);
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });
  it('has an address and a QR code for a phone, or says what is missing for one', async () => {
    const { user } = await open('/inspect', {}, ['192.168.7.20']);
    const address = 'http://192.168.7.20:3000/?inspect=ABCDEFGH';
    await user.click(screen.getByRole('button', { name: 'On a phone' }));
    expect(screen.queryByText(address)).not.toBeNull();
    expect(screen.queryByRole('img', { name: 'The address for a phone' })).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Copy address' }));
    expect(await navigator.clipboard.readText()).toBe(address);
    expect(await axeFindings()).toEqual([]);
    cleanup();
    const { user: other } = await open('/inspect', {}, []);
    await other.click(screen.getByRole('button', { name: 'On a phone' }));
    expect(screen.queryByRole('img', { name: 'The address for a phone' })).toBeNull();
    expect(screen.queryByText('Nobody reaches it.')).not.toBeNull();
  });
  it.each([
    ['https://show.example/inspect', null, 'https://show.example'],
    ['http://192.168.7.20:3000/inspect', ['10.0.0.1'], 'http://192.168.7.20:3000'],
    ['http://localhost/inspect', ['10.0.0.1', '10.0.0.2'], 'http://10.0.0.1'],
    ['http://[::1]:3000/inspect', ['fd00::7'], 'http://[fd00::7]:3000'],
    ['http://127.0.0.1:3000/inspect', null, null],
  ])('sends a phone from %s, with %j, to %s', (at, hosts, expected) => {
    expect(reachable(new URL(at), hosts)).toBe(expected);
  });
  it('replays by the actor of each step', async () => {
    const { user, ports } = await open('/inspect?tab=trace');
    await user.click(details().getByRole('button', { name: 'Record' }));
    await ports.restore.answer(success(null));
    await user.click(details().getByRole('button', { name: 'Stop recording' }));
    await user.click(details().getByRole('button', { name: 'Replay' }));
    expect(shown()).toBe('app');
    await user.click(details().getByRole('button', { name: 'Forward' }));
    expect([shown(), lit('active')]).toEqual(['auth', ['auth', 'signedOut', 'waiting']]);
    await user.click(details().getByRole('button', { name: 'Forward' }));
    expect(shown()).toBe('app');
  });
  it('is read-only for the server', async () => {
    const { user } = await open('/inspect?tab=disturb', { kind: 'server', path: '/server' });
    expect(screen.queryByText('The server is read only')).not.toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Events' }));
    expect(details().queryByRole('button', { name: /Send/u })).toBeNull();
  });
  it('stays, dimmed, when the window is closed', async () => {
    const { tell } = await open();
    await act(async () => tell({ type: 'window.gone', window: 'phone' }));
    expect(screen.queryByRole('button', { name: /\/login \(closed\)/u })).not.toBeNull();
  });
  it.each(['context', 'events', 'log', 'sequence', 'disturb', 'trace'])(
    'has no axe finding at %s',
    async (tab) => {
      const { ports } = await open(`/inspect?tab=${tab}`);
      await ports.restore.answer(success(null));
      expect(await axeFindings()).toEqual([]);
    },
  );
});
