import type { ShowView } from '#machines/show/calls.ts';
import type { ControlToken } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { type ControlAsked, controlMachine, type Room } from '#machines/show/control.ts';
import {
  controlTokensMachine,
  revokeTokenForm,
  tokenForm,
  type TokenValues,
} from '#machines/show/control-tokens.ts';
import { invitationForm } from '#machines/show/invitation.ts';
import { currentShow } from '#machines/show/rules/rundown.ts';
import { exportForm, type ExportValues } from '#machines/show/show-export.ts';
import { saveExport } from '#src/effects/download.ts';
import { formPort, promiseActor } from '#src/effects/provide/effect.ts';
import type { Runtime } from '#src/effects/runtime.ts';

const TEXTS = { fallback: PRODUCER_MESSAGES.rundown.failed, network: MESSAGES.network };
const LOAD_TEXTS = { fallback: PRODUCER_MESSAGES.rundown.loadFailed, network: MESSAGES.network };

async function perform(
  { call }: Runtime,
  { act, showId, version, requestId }: ControlAsked,
  signal: AbortSignal,
): Promise<Outcome<ShowView>> {
  if (act.type === 'create') {
    const { title, from } = act;
    const body = from === undefined ? { title } : { title, from };
    const made = await call('createShow', { body }, TEXTS, signal);
    return made.ok ? success(made.value.show) : made;
  }
  const done = await call(
    'actOnShow',
    { params: { id: showId ?? '' }, body: { version, requestId, act } },
    TEXTS,
    signal,
  );
  return done.ok ? success(done.value.show) : done;
}

/** /control: the newest show that has not ended, unless one is chosen. */
export const provideControl = (runtime: Runtime) =>
  controlMachine.provide({
    actors: {
      load: promiseActor<{ readonly showId: string | null }, Room>(async ({ showId }, signal) => {
        const found = await runtime.call('shows', {}, LOAD_TEXTS, signal);
        if (!found.ok) return found;
        const { shows } = found.value;
        const id = showId ?? currentShow(shows)?.id ?? shows[0]?.id ?? null;
        if (id === null) return success({ shows, view: null });
        const loaded = await runtime.call('showView', { params: { id } }, LOAD_TEXTS, signal);
        return loaded.ok ? success({ shows, view: loaded.value.show }) : loaded;
      }),
      act: promiseActor<ControlAsked, ShowView>((asked, signal) => perform(runtime, asked, signal)),
    },
  });

/** The export of a show. */
export const provideExport = (runtime: Runtime) =>
  exportForm.provide(
    formPort(({ showId, format }: ExportValues, signal) =>
      saveExport(runtime, { id: showId, format }, signal),
    ),
  );

/** The invitation to the rehearsal. */
export const provideInvitation = ({ call }: Runtime) =>
  invitationForm.provide(
    formPort(async (_: object, signal) => {
      const made = await call('inviteToRehearsal', {}, TEXTS, signal);
      return made.ok ? success(made.value.key) : made;
    }),
  );

const TOKEN_TEXTS = { fallback: PRODUCER_MESSAGES.control.failed, network: MESSAGES.network };

/** The tokens that run a show from outside. */
export const provideTokens = ({ call }: Runtime) =>
  controlTokensMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: null }, readonly ControlToken[]>(async (_, signal) => {
        const texts = { ...TOKEN_TEXTS, fallback: PRODUCER_MESSAGES.control.loadFailed };
        const answer = await call('controlTokens', {}, texts, signal);
        return answer.ok ? success(answer.value.tokens) : answer;
      }),
    },
  });
export const provideTokenForm = ({ call }: Runtime) =>
  tokenForm.provide(
    formPort(async (body: TokenValues, signal) => {
      const answer = await call('createControlToken', { body }, TOKEN_TEXTS, signal);
      return answer.ok ? success(answer.value.token) : answer;
    }),
  );
export const provideRevokeToken = ({ call }: Runtime) =>
  revokeTokenForm.provide(
    formPort(async (params: { readonly id: string }, signal) => {
      const answer = await call('revokeControlToken', { params }, TOKEN_TEXTS, signal);
      return answer.ok ? success(null) : answer;
    }),
  );
