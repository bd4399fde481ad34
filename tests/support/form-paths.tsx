import { act, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { type ActorRefFrom, type AnyEventObject, createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { refusal, success } from '#machines/contract/outcome.ts';
import type { SubmissionContext, SubmissionMachine } from '#machines/kit/submission.ts';
import { createFakeClock } from './fake-clock.ts';
import {
  lacking,
  modelOf,
  pathsOf,
  sufficient,
  titled,
  toursOf,
  unexampled,
  unwalked,
} from './graph.ts';
import { complaint, manualPort } from './screens.tsx';

/** The content of a form's screen in one state of its chart. */
export interface FormFace {
  readonly heading: string;
  /** The names of all buttons, in order. */
  readonly buttons: readonly string[];
  /** The polite announcement, e.g. of success. */
  readonly success: string;
}

export interface FormSuite<V extends object, T> {
  readonly machine: SubmissionMachine<V, T>;
  /**
   * Whether to take every step from every message, which suffices for one form that stays and one that redirects.
   * Otherwise every transition is taken once.
   */
  readonly isWhole?: boolean;
  readonly screen: (form: ActorRefFrom<SubmissionMachine<V, T>>) => ReactNode;
  /** What the user does before the form is shown. */
  readonly open?: (user: UserEvent) => Promise<void>;
  /** Values that pass the form's rules, and values that do not. */
  readonly good: V;
  readonly bad: V;
  /** The reply of the port. */
  readonly value: T;
  /** Enters values and presses the button. */
  readonly submit: (user: UserEvent, values: V) => Promise<void>;
  /** Changes the field that is wrong in `bad`. */
  readonly edit: (user: UserEvent) => Promise<void>;
  /** The target after success; false: no redirect. */
  readonly leads: string | false;
  /** Starts again, if the screen has a button for it. */
  readonly again?: (user: UserEvent) => Promise<void>;
  /** Written by hand for each state. */
  readonly faces: { readonly [S in 'editing' | 'submitting' | 'succeeded']: FormFace };
}

/** Walks a form's chart by the controls of its screen, and compares the two at every step. */
export function describeForm<V extends object, T>(name: string, suite: FormSuite<V, T>): void {
  const { machine, good, bad, value, faces } = suite;
  const [staying, leaving] = ['staying', 'leaving'].map(
    (state) => `${machine.id}.succeeded.${state}`,
  );
  const model = modelOf(machine, {
    events: {
      'form.submit': [
        { type: 'form.submit', values: good },
        { type: 'form.submit', values: bad },
      ],
      'form.edited': [{ type: 'form.edited' }],
      'form.again': suite.again ? [{ type: 'form.again' }] : [],
    },
    done: { submit: [success(value), refusal('Not today.')] },
    at: ({ context }) => [context.message, context.errors],
  });
  const all = pathsOf(model);
  const paths = toursOf(model, suite.isWhole === true ? all : sufficient(model, all));

  async function start() {
    const clock = createFakeClock(0);
    const port = manualPort<{ readonly values: V }, T>();
    const form = createActor(machine.provide({ actors: { submit: port.logic } }), { clock });
    const went: string[] = [];
    form.on('navigate', ({ to }) => went.push(to));
    form.start();
    render(suite.screen(form), { wrapper: MemoryRouter });
    const user = userEvent.setup({ delay: null });
    await suite.open?.(user);

    const expectSuccess = (places: readonly string[]) => {
      expectFace(faces.succeeded, null, null);
      expect(went).toEqual(places);
    };
    const events = {
      'form.submit': async ({ event }: Taken) => {
        // A screen that shows only its success must be restarted first.
        if (screen.queryAllByRole('form').length === 0) await suite.again?.(user);
        await suite.submit(user, event['values']);
      },
      'form.edited': () => suite.edit(user),
      'form.again': () => suite.again?.(user),
      'xstate.done.actor.submit': ({ event }: Taken) => port.answer(event['output']),
      'xstate.error.actor.submit': port.fail,
      [`xstate.after.untilNext.${leaving}`]: () => act(async () => clock.advance(60_000)),
    };
    const states = {
      editing: ({ context: { message, errors } }: Reached) =>
        expectFace(faces.editing, message, Object.keys(errors)[0] ?? null),
      submitting: () => expectFace(faces.submitting, null, null),
      'succeeded.staying': () => expectSuccess([]),
      'succeeded.leaving': () => expectSuccess([]),
      'succeeded.left': () => expectSuccess(suite.leads === false ? [] : [suite.leads]),
    };
    return { events, states };
  }

  describe(`every way through the ${name} form, by its controls`, () => {
    it.each(titled(paths))('%s', async (_, path) => {
      expect((await path.test(await start())).state.error).toBeNull();
    });
    it('has an example and an executor of every event, and facts for every state', async () => {
      expect(unexampled(model)).toEqual(suite.again ? [] : ['form.again']);
      expect(lacking(paths, await start())).toEqual([]);
    });
    it('walks every transition that the screen can take', () => {
      const untaken = unwalked(model, paths).map((transition) => transition.split(' [')[0]);
      expect(new Set(untaken)).toEqual(
        new Set([
          ...(suite.again ? [] : [`${staying} on form.again`]),
          ...(suite.leads !== false
            ? [`${staying} on form.submit`]
            : [`${staying} on (always)`, `${leaving} on xstate.after.untilNext.${leaving}`]),
        ]),
      );
    });
  });
}

interface Taken {
  readonly event: AnyEventObject;
}
interface Reached {
  readonly context: SubmissionContext;
}

const seen = (): FormFace => ({
  heading: screen.getByRole('heading', { level: 1 }).textContent,
  buttons: screen
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
    .filter((name) => !/^(?:Show|Hide) /.test(name)),
  success: screen
    .queryAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(''),
});

const expectFace = (face: FormFace, message: string | null, field: string | null) =>
  expect({ ...seen(), ...complaint() }).toEqual({ ...face, message, field });
