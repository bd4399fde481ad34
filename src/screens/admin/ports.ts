import { m } from 'messages';
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
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { formPort, promiseActor } from '#src/effects/provide/effect.ts';

export const provideStats = ({ call }: Runtime) =>
  statsMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: null }, Dashboard>(async (_, signal) => {
        const texts = {
          fallback: m.adminStatsFailed(),
          logIn: m.adminLogIn(),
          invalid: m.adminInvalidStats(),
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
        const texts = { fallback: m.adminDataFailed(), logIn: m.adminLogIn() };
        const answer = await call('adminQuestions', {}, texts, signal);
        return answer.ok ? success(answer.value.questions) : answer;
      }),
      save: promiseActor(
        async (
          { item, values: body }: Change & { readonly values: QuestionUpdate },
          signal,
        ): Promise<Outcome<string>> => {
          if (item === null) return refusal(m.adminQuestionUpdateFailed());
          const texts = { fallback: m.adminQuestionUpdateFailed(), network: m.networkServer() };
          const answer = await call(
            'updateQuestion',
            { params: { id: item.id }, body },
            texts,
            signal,
          );
          return answer.ok ? success(m.adminQuestionUpdated()) : answer;
        },
      ),
      remove: promiseActor(async ({ item }: Change, signal): Promise<Outcome<string>> => {
        const texts = { fallback: m.adminQuestionDeleteFailed(), network: m.networkServer() };
        const answer = await call(
          'deleteQuestion',
          { params: { id: item?.id ?? '' } },
          texts,
          signal,
        );
        return answer.ok ? success(m.adminQuestionDeleted()) : answer;
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
          const words = { fallback: m.adminAuditFailed(), logIn: m.adminLogIn() };
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
        const texts = { fallback: m.inspectorFailed(), logIn: m.adminLogIn() };
        return call('inspector', {}, texts, signal);
      }),
    },
  });
export const provideInspectorForm = ({ call }: Runtime) =>
  inspectorForm.provide(
    formPort((body: BodyOf<'setInspector'>, signal) =>
      call('setInspector', { body }, { fallback: m.inspectorSwitchFailed() }, signal),
    ),
  );

/** The time zone and the form that sets it. */
export const provideTimeZone = ({ call }: Runtime) =>
  timeZoneMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: null }, TimeZoneState>(async (_, signal) => {
        const texts = { fallback: m.timeZoneFailed(), logIn: m.adminLogIn() };
        return call('timeZone', {}, texts, signal);
      }),
    },
  });
export const provideTimeZoneForm = ({ call }: Runtime) =>
  timeZoneForm.provide(
    formPort((body: BodyOf<'setTimeZone'>, signal) =>
      call('setTimeZone', { body }, { fallback: m.timeZoneSaveFailed() }, signal),
    ),
  );
