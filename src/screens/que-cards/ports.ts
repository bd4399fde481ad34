import type { AdminQuestion } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { type Desk, queCardsMachine } from '#machines/show/que-cards.ts';
import {
  type Changed,
  type ReleaseTarget,
  releaseControlMachine,
  type ReleaseRequest,
} from '#machines/show/release-control.ts';
import type { Answer } from '#src/effects/api.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';

const { network } = MESSAGES;
const { queCards } = PRODUCER_MESSAGES;

/** Refusals show the server's text; the chart puts its own text before it. */
const LANE_TEXTS = { fallback: MESSAGES.unexpected, network };

/** The changed question in the reply to an act. */
const changed = (answer: Answer<{ readonly question: AdminQuestion }>): Outcome<Changed> =>
  answer.ok ? success(answer.value.question) : answer;

const provideReleaseControl = ({ call }: Runtime) =>
  releaseControlMachine.provide({
    actors: {
      release: promiseActor<ReleaseRequest, Changed>(
        async ({ questionId, audience, timer, opensAt, reason }, signal) =>
          changed(
            await call(
              audience === 'studio' ? 'release' : 'releaseHome',
              {
                params: { id: questionId },
                body: {
                  ...(timer && { timerMinutes: timer.minutes, timerSeconds: timer.seconds }),
                  ...(opensAt !== undefined && { opensAt }),
                  ...(reason !== undefined && { reason }),
                },
              },
              LANE_TEXTS,
              signal,
            ),
          ),
      ),
      restoreEnded: promiseActor<ReleaseTarget, Changed>(async ({ questionId, audience }, signal) =>
        changed(
          await call(
            'restoreEnded',
            { params: { id: questionId }, body: { audience } },
            LANE_TEXTS,
            signal,
          ),
        ),
      ),
      revoke: promiseActor<ReleaseTarget, Changed>(async ({ questionId, audience }, signal) =>
        changed(
          await call(
            audience === 'studio' ? 'revoke' : 'revokeHome',
            { params: { id: questionId } },
            LANE_TEXTS,
            signal,
          ),
        ),
      ),
    },
  });

/** Ports of /que-cards. */
export const provideQueCards = (runtime: Runtime) =>
  queCardsMachine.provide({
    actors: {
      load: promiseActor<undefined, Desk>(async (_, signal) => {
        const texts = { fallback: queCards.failed, logIn: queCards.logIn };
        const answer = await runtime.call('adminQuestions', {}, texts, signal);
        if (!answer.ok) return answer;
        const { questions, connected, versions } = answer.value;
        return success({ questions, connected, versions });
      }),
      releaseControl: provideReleaseControl(runtime),
    },
  });
