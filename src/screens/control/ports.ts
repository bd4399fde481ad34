import { m } from 'messages';
import type { ControlToken } from '#machines/show/control-calls.ts';
import { emailSchema } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import {
  controlTokensMachine,
  revokeTokenForm,
  tokenForm,
  type TokenValues,
} from '#machines/show/control-tokens.ts';
import {
  peopleMachine,
  type PeopleQuery,
  type SeatAct,
  type ShowPeople,
  seatActForm,
  seatForm,
  type SeatLink,
  type SeatValues,
} from '#machines/show/seats.ts';
import { uploadForm, type UploadValues } from '#machines/show/media.ts';
import {
  addProducerForm,
  type LostProducer,
  type NewProducer,
  removeProducerForm,
  showProducersMachine,
  type ShowProducersQuery,
} from '#machines/show/show-producers.ts';
import type { ShowProducer } from '#machines/show/show-producers-calls.ts';
import { invitationForm, type InvitationValues } from '#machines/show/invitation.ts';
import { exportForm, type ExportValues } from '#machines/show/show-export.ts';
import { saveExport } from '#src/effects/download.ts';
import { formPort, promiseActor } from '#src/effects/provide/effect.ts';
import type { Runtime } from '#src/effects/runtime.ts';

const TEXTS = { fallback: m.rundownFailed(), network: m.network() };

/** Provides the ports of the form that exports a show. */
export const provideExport = (runtime: Runtime) =>
  exportForm.provide(
    formPort(({ showId, format }: ExportValues, signal) =>
      saveExport(runtime, { id: showId, format }, signal),
    ),
  );

const MEDIA_TEXTS = { fallback: m.mediaFailed(), network: m.network() };

/** Provides the ports of the form that uploads a picture or sound. */
export const provideUpload = ({ call }: Runtime) =>
  uploadForm.provide(
    formPort(async ({ read }: UploadValues, signal) => {
      const answer = await call('uploadMedia', { body: await read() }, MEDIA_TEXTS, signal);
      return answer.ok ? success(answer.value.media) : answer;
    }),
  );

/** Provides the ports of the form that creates an invitation to the rehearsal. */
export const provideInvitation = ({ call }: Runtime) =>
  invitationForm.provide(
    formPort(async ({ showId }: InvitationValues, signal) => {
      const made = await call('inviteToRehearsal', { query: { show: showId } }, TEXTS, signal);
      return made.ok ? success(made.value.key) : made;
    }),
  );

const TOKEN_TEXTS = { fallback: m.controlFailed(), network: m.network() };

/** Provides the ports of the list of control tokens. */
export const provideTokens = ({ call }: Runtime) =>
  controlTokensMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: null }, readonly ControlToken[]>(async (_, signal) => {
        const texts = { ...TOKEN_TEXTS, fallback: m.controlLoadFailed() };
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

const SEAT_TEXTS = { fallback: m.seatsFailed(), network: m.network() };

/** Provides the ports of the list of a show's people. */
export const providePeople = ({ call }: Runtime) =>
  peopleMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: PeopleQuery }, ShowPeople>(
        async ({ query: { showId, search } }, signal) => {
          const texts = { ...SEAT_TEXTS, fallback: m.seatsLoadFailed() };
          const wanted = { params: { id: showId }, ...(search !== '' && { query: { search } }) };
          const answer = await call('showPeople', wanted, texts, signal);
          return answer.ok ? success(answer.value) : answer;
        },
      ),
    },
  });
export const provideSeatForm = ({ call }: Runtime) =>
  seatForm.provide(
    formPort(({ showId, name }: SeatValues, signal) =>
      call('addSeat', { params: { id: showId }, body: { name } }, SEAT_TEXTS, signal),
    ),
  );
export const provideSeatAct = ({ call }: Runtime) =>
  seatActForm.provide(
    formPort<SeatAct, SeatLink | null>(async (act, signal) => {
      const params = { id: act.showId, userId: act.userId };
      if (act.type === 'renew')
        return call('renewSeat', { params, body: act.body }, SEAT_TEXTS, signal);
      const answer = await call('removeSeat', { params }, SEAT_TEXTS, signal);
      return answer.ok ? success(null) : answer;
    }),
  );

const PRODUCERS_TEXTS = { fallback: m.producersFailed(), network: m.network() };

/** Provides the ports of the list of a show's producers. */
export const provideProducers = ({ call }: Runtime) =>
  showProducersMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: ShowProducersQuery }, readonly ShowProducer[]>(
        async ({ query: { showId } }, signal) => {
          const texts = { ...PRODUCERS_TEXTS, fallback: m.producersLoadFailed() };
          const answer = await call('showProducers', { params: { id: showId } }, texts, signal);
          return answer.ok ? success(answer.value.producers) : answer;
        },
      ),
    },
  });
export const provideAddProducer = ({ call }: Runtime) =>
  addProducerForm.provide(
    formPort(async ({ showId, email: typed }: NewProducer, signal) => {
      const sent = { params: { id: showId }, body: { email: typed } };
      const answer = await call('addProducer', sent, PRODUCERS_TEXTS, signal);
      if (!answer.ok) return answer;
      const email = emailSchema.parse(typed);
      const added = answer.value.producers.find((each) => each.email === email);
      return success({ email, isInvited: added?.name === null });
    }),
  );
export const provideRemoveProducer = ({ call }: Runtime) =>
  removeProducerForm.provide(
    formPort(async ({ showId, producerId }: LostProducer, signal) => {
      const params = { id: showId, producerId };
      const answer = await call('removeProducer', { params }, PRODUCERS_TEXTS, signal);
      return answer.ok ? success(null) : answer;
    }),
  );
