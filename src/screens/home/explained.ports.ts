import { m } from 'messages';
import type { Appeal } from '#machines/contract/entities.ts';
import { success } from '#machines/contract/outcome.ts';
import {
  appealForm,
  type AppealValues,
  type Explained,
  pointsExplanationMachine,
} from '#machines/results/points-explanation.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { formPort, promiseActor } from '#src/effects/provide/effect.ts';

interface Asked {
  readonly query: { readonly gameSessionId: string };
}

export const providePointsExplanation = ({ call }: Runtime) =>
  pointsExplanationMachine.provide({
    actors: {
      load: promiseActor<Asked, Explained>(async ({ query: params }, signal) => {
        const texts = { fallback: m.appealExplainFailed() };
        const answer = await call('explainAnswer', { params }, texts, signal);
        return answer.ok ? success(answer.value) : answer;
      }),
    },
  });

export const provideAppeal = ({ call }: Runtime) =>
  appealForm.provide(
    formPort<AppealValues, Appeal>(async ({ gameSessionId, wanted, groupId }, signal) => {
      const body = { wanted, ...(groupId !== null && { groupId }) };
      const texts = { fallback: m.appealFailed() };
      const answer = await call('appeal', { params: { gameSessionId }, body }, texts, signal);
      return answer.ok ? success(answer.value.appeal) : answer;
    }),
  );
