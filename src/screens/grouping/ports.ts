import type { Desk } from '#machines/contract/desk.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { groupingDeskMachine, type SentAct } from '#machines/results/grouping-desk.ts';
import { type InsightsQuery, suggestionCountMachine } from '#machines/results/insights.ts';
import type { Answer } from '#src/effects/api.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';
import type { Runtime } from '#src/effects/runtime.ts';

const deskIn = (answer: Answer<{ readonly desk: Desk }>): Outcome<Desk> =>
  answer.ok ? success(answer.value.desk) : answer;

export const provideSuggestionCount = ({ call }: Runtime) =>
  suggestionCountMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: InsightsQuery }, number>(async (asked, signal) => {
        const texts = { fallback: PRODUCER_MESSAGES.desk.loadFailed };
        const answer = await call('countSuggestions', { params: asked.query }, texts, signal);
        return answer.ok ? success(answer.value.count) : answer;
      }),
    },
  });

export const provideGroupingDesk = ({ call }: Runtime) =>
  groupingDeskMachine.provide({
    actors: {
      load: promiseActor<{ readonly gameSessionId: string }, Desk>(async (params, signal) =>
        deskIn(
          await call(
            'groupingDesk',
            { params },
            { fallback: PRODUCER_MESSAGES.desk.loadFailed },
            signal,
          ),
        ),
      ),
      act: promiseActor<SentAct, Desk>(async ({ gameSessionId, reason, ...asked }, signal) => {
        const body = { ...asked, ...(reason === null ? {} : { reason }) };
        const texts = { fallback: PRODUCER_MESSAGES.desk.failed };
        return deskIn(
          await call('actOnGroups', { params: { gameSessionId }, body }, texts, signal),
        );
      }),
    },
  });
