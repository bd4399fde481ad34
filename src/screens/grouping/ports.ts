import { m } from 'messages';
import type { Desk } from '#machines/contract/desk.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { groupingDeskMachine, type SentAct } from '#machines/results/grouping-desk.ts';
import { type InsightsQuery, suggestionCountMachine } from '#machines/results/insights.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';
import type { Runtime } from '#src/effects/runtime.ts';

/** Loads the groups of a game session. */
async function loadDesk(
  { call }: Runtime,
  { gameSessionId }: { readonly gameSessionId: string },
  signal: AbortSignal,
): Promise<Outcome<Desk>> {
  const texts = { fallback: m.deskLoadFailed() };
  const answer = await call('groupingDesk', { params: { gameSessionId } }, texts, signal);
  return answer.ok ? success(answer.value.desk) : answer;
}

export const provideSuggestionCount = ({ call }: Runtime) =>
  suggestionCountMachine.provide({
    actors: {
      load: promiseActor<{ readonly query: InsightsQuery }, number>(async (asked, signal) => {
        const texts = { fallback: m.deskLoadFailed() };
        const answer = await call('countSuggestions', { params: asked.query }, texts, signal);
        return answer.ok ? success(answer.value.count) : answer;
      }),
    },
  });

export const provideGroupingDesk = (runtime: Runtime) =>
  groupingDeskMachine.provide({
    actors: {
      load: promiseActor<{ readonly gameSessionId: string }, Desk>((asked, signal) =>
        loadDesk(runtime, asked, signal),
      ),
      act: promiseActor<SentAct, Desk>(async (sent, signal) => {
        const { showId, itemId, act: decision, upon, reason, requestId } = sent;
        const act = { type: 'decide', itemId, decision, upon } as const;
        const done = await runtime.call(
          'actOnShow',
          {
            params: { id: showId },
            body: { requestId, act: reason === null ? act : { ...act, reason } },
          },
          { fallback: m.deskFailed() },
          signal,
        );
        return done.ok ? loadDesk(runtime, sent, signal) : done;
      }),
    },
  });
