import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { AUDIENCES, type Audience } from '#machines/contract/entities.ts';
import { serverEvents } from '#machines/contract/events.ts';
import { applyChange, type Feed as Held, placeOf } from '#machines/rules/feed.ts';
import { changeWindow } from '#server/modules/releases/change-window.ts';
import { createFeed, type Feed } from '#server/realtime/feed.ts';
import type { Room } from '#server/realtime/rooms.ts';
import { plan, recorder } from '#tests/server/releases/stage.ts';
import { openSqliteStore } from '#tests/support/databases.ts';
import { LONGER } from '#tests/support/longer.ts';
import { REVOKE, TIMED, UNTIMED } from './stage.ts';

const NOW = 1_700_000_000_000;
const ROOMS: readonly Room[] = ['studio', 'home', 'admin'];
const acts = { timed: TIMED, untimed: UNTIMED, revoke: REVOKE };

/** What becomes of an event on its way: how often it arrives, and how many others overtake it. */
const fate = fc.record({
  copies: fc.constantFrom(0, 1, 1, 1, 2),
  delay: fc.constantFrom(0, 0, 0, 1, 3),
});
const change = fc.record({
  question: fc.nat({ max: 2 }),
  audience: fc.constantFrom<Audience>(...AUDIENCES),
  act: fc.constantFrom<keyof typeof acts>('timed', 'untimed', 'revoke'),
  fates: fc.array(fate, { minLength: 4, maxLength: 4 }),
});

const now = () => NOW;

async function listed(feed: Feed, room: Room): Promise<Held> {
  const { questions, version } = await feed.listing(room);
  return { questions, answers: {}, version };
}

const byId = (held: Pick<Held, 'questions'>) =>
  new Map(held.questions.map((question) => [question.id, question]));

it(
  'whatever is lost, doubled, late or out of order, a client ends with what the server has',
  async () => {
    const db = await openSqliteStore();
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        await db.write.deleteFrom('question').execute();
        const feed = createFeed({ db, now });
        const { publish, told } = recorder();
        const planned = [];
        for (let count = 0; count < 3; count += 1)
          planned.push(await plan(db, { startAt: NOW, endAt: NOW + 1_000 }));
        const services = { db, now, publish };

        const held = {
          studio: await listed(feed, 'studio'),
          home: await listed(feed, 'home'),
          admin: await listed(feed, 'admin'),
        };
        const receive = async (room: Room, payload: unknown): Promise<void> => {
          const event = serverEvents['questions-updated'].parse(payload);
          const place = placeOf(held[room].version, event.version);
          if (place === 'ahead') held[room] = await listed(feed, room);
          else if (place !== 'old') held[room] = applyChange(held[room], event);
        };

        const underWay: { room: Room; payload: unknown; due: number }[] = [];
        for (const [turn, { question, audience, act, fates }] of changes.entries()) {
          await changeWindow(services, planned[question]?.id ?? '', audience, acts[act]);
          for (const [index, { to, payload }] of told.splice(0).entries()) {
            const { copies, delay } = fates[index % fates.length] ?? { copies: 1, delay: 0 };
            for (let copy = 0; copy < copies; copy += 1)
              if (to === 'studio' || to === 'home' || to === 'admin')
                underWay.push({ room: to, payload, due: turn + delay });
          }
          for (const event of underWay.filter(({ due }) => due <= turn)) {
            underWay.splice(underWay.indexOf(event), 1);
            await receive(event.room, event.payload);
          }
        }
        for (const { room, payload } of underWay) await receive(room, payload);
        // The next event that does arrive, of whatever question, shows what was missed before.
        const last = await plan(db, { startAt: NOW, endAt: NOW + 1_000 });
        await changeWindow(services, last.id, 'home', UNTIMED);
        for (const { to, payload } of told)
          if (to === 'studio' || to === 'home' || to === 'admin') await receive(to, payload);

        for (const room of ROOMS) {
          const truth = await listed(feed, room);
          expect([room, byId(held[room]), held[room].version]).toEqual([
            room,
            byId(truth),
            truth.version,
          ]);
        }
      }),
      { numRuns: 30 * LONGER },
    );
  },
  60_000 * LONGER,
);
