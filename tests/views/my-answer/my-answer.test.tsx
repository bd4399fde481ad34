import { act, render, screen } from '@testing-library/react';
import { createActor, createEmptyActor, fromCallback } from 'xstate';
import { expect, it } from 'vitest';
import {
  connectionMachine,
  type SocketCommand,
  type SocketEvent,
} from '#machines/connection/connection.ts';
import type { ActiveQuestion, OwnAnswer } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import { type LastAnswerRequest, playerAnswerMachine } from '#machines/answering/player-answer.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import type { LastAnswer } from '#machines/answering/rules/my-answer.ts';
import { MyAnswerScreen } from '#src/screens/my-answer/my-answer.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { answerTo, contestant, question, T0, timed, untimed } from '#tests/support/game.ts';
import { createRoot } from '#tests/support/root.tsx';
import { axeFindings, manualPort } from '#tests/support/screens.tsx';

/** The page of a contestant with this last answer. */
async function open(asked: ActiveQuestion | null, answer: OwnAnswer | null = null) {
  const clock = createFakeClock(T0);
  const ticks = new Set<() => void>();
  const steps: number[] = [];
  const said: string[] = [];
  const port = manualPort<LastAnswerRequest, LastAnswer>();
  const actor = createActor(
    playerAnswerMachine.provide({ actors: { loadLastAnswer: port.logic } }),
    { clock, input: { user: contestant, now: clock.now, random: () => 0.5 } },
  ).start();
  const line: { say?: (fact: SocketEvent) => void } = {};
  const connection = createActor(
    connectionMachine.provide({
      actors: {
        socket: fromCallback<SocketCommand, { readonly userId: string | null }>(({ sendBack }) => {
          line.say = sendBack;
        }),
      },
    }),
    { clock, input: { userId: contestant.id, random: () => 0.5 }, parent: createEmptyActor() },
  ).start();
  const root = createRoot({
    now: clock.now,
    effects: {
      // A separate test covers the countdown.
      call: () => new Promise(() => {}),
      ticker: {
        subscribe: ({ stepMs }, listener) => {
          steps.push(stepMs);
          ticks.add(listener);
          return () => void ticks.delete(listener);
        },
      },
      perform: (fact) => {
        if (fact.type === 'announce') said.push(fact.text);
      },
    },
  });
  render(
    root.page(
      <main>
        <MyAnswerScreen user={contestant} actor={actor} connection={connection} />
      </main>,
    ),
  );
  await port.answer(success({ question: asked, answer }));
  return {
    steps,
    said,
    hear: (fact: SocketEvent) => act(async () => line.say?.(fact)),
    /** The device reports that it is offline. */
    lose: () => act(async () => connection.send({ type: 'network.lost' })),
    pass: (ms: number) =>
      act(async () => {
        clock.advance(ms);
        for (const tick of ticks) tick();
      }),
  };
}
const timer = () => screen.queryByRole('timer')?.textContent ?? null;
const note = () => screen.queryByText('Not your turn yet')?.parentElement?.textContent ?? null;
const seen = () => [note(), screen.queryByText('No answer submitted') !== null];

it('counts down in m:ss, ten times a second, then shows the answer [R2.my-countdown R2.my-answer R9.timer-player-page]', async () => {
  const page = await open(question(1, { studio: timed(95) }), answerTo(1));
  expect([timer(), page.steps.includes(100)]).toEqual(['1:35', true]);
  await page.pass(34_900);
  expect(timer()).toBe('1:01');
  await page.pass(60_099);
  expect([timer(), screen.queryByText('Apple')]).toEqual(['0:01', null]);
  await page.pass(1);
  expect([timer(), screen.getByText('Apple').tagName]).toEqual([null, 'P']);
});

it('hides the answer while others can still answer, and says that there is one', async () => {
  await open(question(1, { studio: timed(30) }), answerTo(1));
  expect(screen.getByText('Saved').parentElement?.textContent).toMatch(/^Saved at \d/);
  expect(screen.queryByText('Apple')).toBeNull();
});

it('leads to the question that awaits an answer', async () => {
  await open(question(1, { studio: timed(30) }));
  expect(screen.getByRole('link', { name: 'Answer Question' }).getAttribute('href')).toBe('/');
});

it('leads to an open question without a timer, too [R2.my-no-answer]', async () => {
  await open(question(1, { studio: untimed }));
  expect(screen.getByText('No answer submitted').tagName).toBe('P');
  expect(screen.getByRole('link', { name: 'Answer Question' }).getAttribute('href')).toBe('/');
});

it('marks points as preliminary until they are published [R2.explained]', async () => {
  const asked = { ...question(1, { studio: timed(-5) }), result: NEW_RESULT };
  await open(asked, answerTo(1));
  expect(screen.getByText(/points? so far$/u).tagName).toBe('SPAN');
});

it('says why a void question does not count', async () => {
  const result = { ...NEW_RESULT, voided: { at: T0, reason: 'Unfair' } };
  await open({ ...question(1, { studio: timed(-5) }), result }, { ...answerTo(1), held: true });
  expect(screen.getByText("This question doesn't count. The producer says: Unfair")).not.toBeNull();
});

it('shows who may answer while only home viewers may, and a missing answer once it is over [R4.home-only R2.my-no-answer]', async () => {
  const page = await open(question(1, { studio: untimed, home: timed(30) }));
  expect(seen()).toEqual(['Not your turn yet Home viewer-only mode active', false]);
  await page.pass(29_999);
  expect(seen()).toEqual(['Not your turn yet Home viewer-only mode active', false]);
  await page.pass(1);
  expect(seen()).toEqual([null, true]);
});

it('announces the last minute, half minute and ten seconds', async () => {
  const page = await open(question(1, { studio: timed(61) }));
  for (const ms of [900, 100, 29_000, 1_000, 20_000, 5_000]) await page.pass(ms);
  expect(page.said).toEqual(['60 seconds left', '30 seconds left', '10 seconds left']);
});

it('shows the player and the state of the connection [R2.my-status R4.connection-states R2.my-name R4.my-disconnect]', async () => {
  const page = await open(null);
  expect(screen.getByText('contestant').closest('span')).not.toBeNull();
  expect(screen.getByText('Connecting').tagName).toBe('SPAN');
  await page.hear({ type: 'socket.connected' });
  expect(screen.getByText('Connected').tagName).toBe('SPAN');
  await page.hear({ type: 'socket.lost', reason: 'transport close' });
  expect(screen.getByText('Reconnecting').tagName).toBe('SPAN');
  await page.lose();
  expect(screen.getByText('Disconnected').tagName).toBe('SPAN');
});

it.each([
  ['none', null, null],
  ['a running question', question(1, { studio: timed(30) }), null],
  ['an answer', question(1, { studio: timed(-5) }), answerTo(1)],
])('has no axe finding with %s', async (_, asked, answer) => {
  await open(asked, answer);
  expect(await axeFindings()).toEqual([]);
});
