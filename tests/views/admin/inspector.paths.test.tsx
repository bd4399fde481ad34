import { m } from 'messages';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { type AnyEventObject, createActor } from 'xstate';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inspectorForm, inspectorMachine, type InspectorState } from '#machines/admin/admin.ts';
import { INSPECTOR_LIFETIME_MS, STORAGE_KEYS } from '#machines/contract/limits.ts';
import { refusal, success } from '#machines/contract/outcome.ts';
import { Inspector, InspectorPanel } from '#src/screens/admin/inspector.tsx';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { fold, lacking, modelOf, titled, toursOf, unwalked } from '#tests/support/graph.ts';
import { createRoot } from '#tests/support/root.tsx';
import { alertText, axeFindings, manualPort } from '#tests/support/screens.tsx';

const UNTIL = new Date(2026, 5, 1, 18, 40).getTime();
const OFF: InspectorState = { inspector: 'nobody', until: null };
const ON: InspectorState = { inspector: 'admins', until: UNTIL };
const ANYBODY: InspectorState = { inspector: 'everybody', until: null };
const input = { query: null, random: () => 0.5 };
const NOT_NOW = 'Not now.';

const state = modelOf(inspectorMachine, {
  input,
  events: {
    'load.refresh': [{ type: 'load.refresh' }],
    'load.retry': [{ type: 'load.retry' }],
  },
  done: { load: [success(OFF), success(ON), success(ANYBODY), refusal(NOT_NOW)] },
  may: ({ value }, { type }) => type !== 'load.retry' || value === 'failed',
  at: ({ context: { value, isOvertaken } }) => [value, isOvertaken],
});
const change = modelOf(inspectorForm, {
  events: {
    'form.submit': [
      { type: 'form.submit', values: { on: true } },
      { type: 'form.submit', values: { on: false } },
    ],
    // The message stays until the switch is used again.
    'form.edited': [],
    'form.again': [],
  },
  done: { submit: [success(ON), success(OFF), refusal(NOT_NOW)] },
  at: ({ context }) => context.message,
});

interface Taken {
  readonly event: AnyEventObject;
}
/** The panel shortly before the end of `ON`. */
function start(now: () => number = () => UNTIL - INSPECTOR_LIFETIME_MS) {
  const clock = createFakeClock(0);
  const load = manualPort<{ readonly query: null }, InspectorState>();
  const submit = manualPort<{ readonly values: { readonly on: boolean } }, InspectorState>();
  const actors = {
    inspector: createActor(inspectorMachine.provide({ actors: { load: load.logic } }), {
      clock,
      input,
    }).start(),
    change: createActor(inspectorForm.provide({ actors: { submit: submit.logic } })).start(),
  };
  render(createRoot({ now }).page(<Inspector {...actors} />));
  return { clock, load, submit, ...actors };
}
const theSwitch = () => screen.queryByRole('switch', { name: 'Let admins inspect' });
const shown = () => ({
  isWaiting: screen.queryByText('Loading the inspector') !== null,
  isOn: theSwitch()?.matches(':checked') ?? null,
  hint: screen.queryByText(/^O(?:n|ff)\b.*itself/u)?.textContent ?? null,
  isOpen: screen.queryByText(/^Everyone can inspect here/u) !== null,
  link: screen.queryByRole('link', { name: 'Open the inspector' })?.getAttribute('href') ?? null,
  alarm: alertText() || null,
});
const NOTHING: ReturnType<typeof shown> = {
  isWaiting: false,
  isOn: null,
  hint: null,
  isOpen: false,
  link: null,
  alarm: null,
};
const FACES: Readonly<Record<InspectorState['inspector'], ReturnType<typeof shown>>> = {
  nobody: {
    ...NOTHING,
    isOn: false,
    hint: 'Off. Once on, it turns itself off after four hours.',
  },
  admins: {
    ...NOTHING,
    isOn: true,
    hint: 'On until 6:40 PM, then it turns itself off.',
    link: '/inspect',
  },
  everybody: { ...NOTHING, isOpen: true, link: '/inspect' },
};

function watchState() {
  const { clock, load, inspector } = start();
  const passed: AnyEventObject[] = [];
  const noting = (run: (taken: Taken) => unknown) => async (taken: Taken) => {
    passed.push(taken.event);
    await run(taken);
  };
  const facts = () => {
    const { value, message } = fold(inspectorMachine, input, passed).context;
    expect(shown()).toEqual({
      ...(value === null ? NOTHING : FACES[value.inspector]),
      isWaiting: value === null && message === null,
      alarm: message,
    });
  };
  return {
    events: {
      'load.refresh': noting(() => act(() => inspector.send({ type: 'load.refresh' }))),
      'load.retry': noting(() => {
        fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
      }),
      'xstate.done.actor.load': noting(({ event }) => load.answer(event['output'])),
      'xstate.error.actor.load': noting(load.fail),
      'xstate.after.untilRefresh.inspector.due': noting(() =>
        act(async () => clock.advance(10_000)),
      ),
    },
    states: { loading: facts, fresh: facts, failed: facts, due: facts },
  };
}

describe('every path through who may inspect, by the controls of the panel', () => {
  const paths = toursOf(state);
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(watchState())).state.error).toBeNull();
  });
  it('has an executor of every event, and facts for every state', () => {
    expect(lacking(paths, watchState())).toEqual([]);
  });
  it('walks every transition', () => {
    expect(unwalked(state, paths)).toEqual([]);
  });
});

async function openSwitch() {
  const { load, submit, inspector } = start();
  await load.answer(success(OFF));
  const passed: AnyEventObject[] = [];
  const noting = (run: (taken: Taken) => unknown) => async (taken: Taken) => {
    passed.push(taken.event);
    await run(taken);
  };
  const facts = () => {
    const { value, context } = fold(inspectorForm, undefined, passed);
    const panel = within(screen.getByRole('region', { name: 'Inspector' }));
    const isDone = typeof value === 'object';
    expect({
      alarm: alertText() || null,
      said: panel.getByRole('status').textContent || null,
      isBusy: theSwitch()?.getAttribute('aria-busy'),
    }).toEqual({
      alarm: isDone ? null : context.message,
      said: isDone ? context.message : null,
      isBusy: String(value === 'submitting'),
    });
  };
  const events = {
    'form.submit': noting(async ({ event }) => {
      // Load the setting first, since the switch toggles it.
      await act(async () => inspector.send({ type: 'load.retry' }));
      await load.answer(success(event['values'].on === true ? OFF : ON));
      fireEvent.click(screen.getByRole('switch'));
      expect(submit.asked.at(-1)).toEqual({ values: event['values'] });
    }),
    'xstate.done.actor.submit': noting(({ event }) => submit.answer(event['output'])),
    'xstate.error.actor.submit': noting(submit.fail),
  };
  return { events, states: { editing: facts, submitting: facts, 'succeeded.staying': facts } };
}

describe('every path through the switch', () => {
  const paths = toursOf(change);
  it.each(titled(paths))('%s', async (_, path) => {
    expect((await path.test(await openSwitch())).state.error).toBeNull();
  });
  it('has an executor of every event, and facts for every state', async () => {
    expect(lacking(paths, await openSwitch())).toEqual([]);
  });
  it('walks every transition of a form without validation, field errors and redirect', () => {
    const { editing, staying, leaving } = {
      editing: 'inspectorSwitch.editing',
      staying: 'inspectorSwitch.succeeded.staying',
      leaving: 'inspectorSwitch.succeeded.leaving',
    };
    expect(unwalked(change, paths)).toEqual([
      `${editing} on form.submit [1] -> (stays)`,
      `${editing} on form.edited [0] -> (stays)`,
      `${staying} on form.again [0] -> ${editing}`,
      `${staying} on form.submit [1] -> ${editing}`,
      `${staying} on (always) [0] -> ${leaving}`,
      `${leaving} on xstate.after.untilNext.${leaving} [0] -> inspectorSwitch.succeeded.left`,
    ]);
  });
});

describe('the panel', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });

  it("shows the server's setting, and follows the switch", async () => {
    localStorage.setItem(STORAGE_KEYS.authToken, 'a token');
    const asked: string[] = [];
    let is = OFF;
    vi.stubGlobal('fetch', async (request: Request) => {
      const body = await request.text();
      asked.push(`${request.method} ${new URL(request.url).pathname} ${body}`);
      if (request.method === 'PUT') is = ON;
      return Response.json(is);
    });
    render(createRoot({ now: () => UNTIL - 1_000 }).page(<InspectorPanel />));
    await waitFor(() => expect(shown()).toEqual(FACES.nobody));
    fireEvent.click(screen.getByRole('switch'));
    await waitFor(() => expect(shown()).toEqual(FACES.admins));
    expect(asked).toEqual([
      'GET /api/admin/inspector ',
      'PUT /api/admin/inspector {"on":true}',
      'GET /api/admin/inspector ',
    ]);
    expect(await axeFindings()).toEqual([]);
  });

  it('turns off when its time is up, and shows why a switch was refused', async () => {
    const { load, submit } = start(() => UNTIL);
    await load.answer(success(ON));
    expect(shown()).toEqual(FACES.nobody);
    fireEvent.click(screen.getByRole('switch'));
    await submit.answer(refusal(m.inspectorNothingToSwitch()));
    expect(alertText()).toBe(m.inspectorNothingToSwitch());
  });
});
