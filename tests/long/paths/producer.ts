import type { Locator } from 'playwright';
import { beforeAll } from 'vitest';
import { ROLE } from '#machines/contract/roles.ts';
import { ADMIN } from '#tests/support/process.ts';
import { asker, type Seat, signIn, type Scenario } from '#tests/support/states/scenario.ts';
import { PASSWORD } from '#tests/e2e/people.ts';
import type { Fixture } from './fixture.ts';

/** A question of the producer, and its card on the page of a player. */
export interface Question {
  readonly id: string;
  readonly gameSessionId: string;
  readonly text: () => string;
  readonly card: () => Locator;
  /** To the people at home. Without a timer, unless seconds are given: then it is open until it is revoked. */
  readonly release: (seconds?: number) => Promise<unknown>;
  readonly revoke: () => Promise<unknown>;
  readonly rename: (text: string) => Promise<unknown>;
  readonly remove: () => Promise<unknown>;
  /** The seconds left, as the card says; null: it says no time. */
  readonly left: () => Promise<number | null>;
}

/** Who directs the show by calls alone. */
export interface Producer {
  /** A call of the producer, unless it has another token. */
  readonly ask: Scenario['ask'];
  /** Somebody new who watches at home. */
  readonly seat: (name: string) => Promise<Seat>;
  /** A new question, not released yet. */
  readonly question: () => Promise<Question>;
}

export function openProducer(fixture: Fixture): Producer {
  let admin: Seat;
  let people = 0;
  let questions = 0;
  beforeAll(async () => {
    admin = await signIn(asker(fixture.server.url), ADMIN.email, ADMIN.password);
  });
  const ask: Scenario['ask'] = (name, asked) =>
    asker(fixture.server.url)(name, { token: admin.token, ...asked });
  return {
    ask,
    seat: async (name) => {
      people += 1;
      const email = `viewer${people}@home.example`;
      await ask('createUser', { body: { name, email, password: PASSWORD, role_id: ROLE.home } });
      return signIn(ask, email, PASSWORD);
    },
    question: async () => {
      questions += 1;
      let text = `Question ${questions}?`;
      // Its planned end is over: without a timer it is open until it is revoked.
      const { question } = await ask('generate', {
        body: { question: text, startTime: '2020-01-01T10:00', endTime: '2020-01-01T11:00' },
      });
      const params = { id: question.id };
      const card = () =>
        fixture.page.locator('article').and(fixture.page.getByLabel(text, { exact: true }));
      return {
        id: question.id,
        gameSessionId: question.game_session_id,
        text: () => text,
        card,
        release: (seconds) =>
          ask('releaseHome', {
            params,
            body:
              seconds === undefined
                ? {}
                : { timerMinutes: Math.floor(seconds / 60), timerSeconds: seconds % 60 },
          }),
        revoke: () => ask('revokeHome', { params }),
        rename: (renamed) => {
          text = renamed;
          const body = { question_text: text, shown_on_air: true, shown_to_home: true };
          return ask('updateQuestion', { params, body });
        },
        remove: async () => {
          for (const name of ['revoke', 'revokeHome', 'deleteQuestion'] as const)
            await ask(name, { params });
        },
        left: async () => {
          const [time] = await card().getByRole('timer').allTextContents();
          const [hours, minutes, seconds] = (time ?? '').split(':').map(Number);
          return hours === undefined || minutes === undefined || seconds === undefined
            ? null
            : hours * 3_600 + minutes * 60 + seconds;
        },
      };
    },
  };
}
