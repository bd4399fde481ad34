import {
  auditMachine,
  type AuditQuery,
  inspectorForm,
  inspectorMachine,
  type InspectorState,
  questionsAdminMachine,
  type QuestionUpdate,
  type Dashboard,
  statsMachine,
  timeZoneForm,
  timeZoneMachine,
  type TimeZoneState,
} from '#machines/admin/admin.ts';
import type { BodyOf, ReplyOf } from '#machines/contract/calls.ts';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { formPort, promiseActor } from '#src/effects/provide/effect.ts';

const { networkServer } = MESSAGES;
const { admin, inspector, timeZone } = PRODUCER_MESSAGES;

export const provideStats = ({ call }: Runtime) =>
  statsMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: null }, Dashboard>(async (_, signal) => {
        const texts = {
          fallback: admin.statsFailed,
          logIn: admin.logIn,
          invalid: admin.invalidStats,
        };
        const answer = await call('adminStats', {}, texts, signal);
        return answer.ok ? success(answer.value) : answer;
      }),
    },
  });

interface Change {
  readonly item: AdminQuestion | null;
}

/** The questions tab of /admin. */
export const provideQuestionsAdmin = ({ call }: Runtime) =>
  questionsAdminMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: null }, readonly AdminQuestion[]>(async (_, signal) => {
        const texts = { fallback: admin.dataFailed, logIn: admin.logIn };
        const answer = await call('adminQuestions', {}, texts, signal);
        return answer.ok ? success(answer.value.questions) : answer;
      }),
      save: promiseActor(
        async (
          { item, values: body }: Change & { readonly values: QuestionUpdate },
          signal,
        ): Promise<Outcome<string>> => {
          if (item === null) return refusal(admin.questionUpdateFailed);
          const texts = { fallback: admin.questionUpdateFailed, network: networkServer };
          const answer = await call(
            'updateQuestion',
            { params: { id: item.id }, body },
            texts,
            signal,
          );
          return answer.ok ? success(admin.questionUpdated) : answer;
        },
      ),
      remove: promiseActor(async ({ item }: Change, signal): Promise<Outcome<string>> => {
        const texts = { fallback: admin.questionDeleteFailed, network: networkServer };
        const answer = await call(
          'deleteQuestion',
          { params: { id: item?.id ?? '' } },
          texts,
          signal,
        );
        return answer.ok ? success(admin.questionDeleted) : answer;
      }),
    },
  });

/** The audit tab of /admin. */
export const provideAudit = ({ call }: Runtime) =>
  auditMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: AuditQuery }, ReplyOf<'adminAudit'>>(
        async ({ query: { reads, page, ...texts } }, signal) => {
          const filled = Object.entries(texts).filter(([, text]) => text !== '');
          const query = {
            page,
            ...Object.fromEntries(filled),
            ...(reads ? { reads: 'true' as const } : {}),
          };
          const words = { fallback: admin.auditFailed, logIn: admin.logIn };
          return call('adminAudit', { query }, words, signal);
        },
      ),
    },
  });

/** Inspector access and its switch. */
export const provideInspector = ({ call }: Runtime) =>
  inspectorMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: null }, InspectorState>(async (_, signal) => {
        const texts = { fallback: inspector.failed, logIn: admin.logIn };
        return call('inspector', {}, texts, signal);
      }),
    },
  });
export const provideInspectorForm = ({ call }: Runtime) =>
  inspectorForm.provide(
    formPort((body: BodyOf<'setInspector'>, signal) =>
      call('setInspector', { body }, { fallback: inspector.switchFailed }, signal),
    ),
  );

/** The time zone and the form that sets it. */
export const provideTimeZone = ({ call }: Runtime) =>
  timeZoneMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: null }, TimeZoneState>(async (_, signal) => {
        const texts = { fallback: timeZone.failed, logIn: admin.logIn };
        return call('timeZone', {}, texts, signal);
      }),
    },
  });
export const provideTimeZoneForm = ({ call }: Runtime) =>
  timeZoneForm.provide(
    formPort((body: BodyOf<'setTimeZone'>, signal) =>
      call('setTimeZone', { body }, { fallback: timeZone.saveFailed }, signal),
    ),
  );
