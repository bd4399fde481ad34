import type { Direction } from '#machines/contract/entities.ts';
import { showPath } from '#machines/contract/brand.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { type ActAsked, showControlMachine } from '#machines/show/show-control.ts';
import type { Answer } from '#src/effects/api.ts';
import type { Runtime } from '#src/effects/runtime.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';

/** A link as it was made; its key is told this once. */
export interface MadeLink {
  readonly address: string;
  /** Tells it from any other link. */
  readonly createdAt: number | null;
}

const TEXTS = { fallback: MESSAGES.show.failed, network: MESSAGES.network };

const directed = (answer: Answer<{ readonly direction: Direction }>): Outcome<Direction> =>
  answer.ok ? success(answer.value.direction) : answer;

async function perform(
  { call, brand }: Runtime,
  { act, questionId }: ActAsked,
  keep: (link: MadeLink) => void,
  signal: AbortSignal,
): Promise<Outcome<Direction>> {
  if (act.type === 'show.direct')
    return directed(await call('directShow', { body: { scene: act.scene } }, TEXTS, signal));
  if (act.type === 'show.question') {
    const body = { scene: 'question', questionId: act.questionId } as const;
    return directed(await call('directShow', { body }, TEXTS, signal));
  }
  if (act.type === 'link.revoke') return directed(await call('revokeShowLink', {}, TEXTS, signal));
  if (act.type === 'link.create') {
    const answer = await call('createShowLink', {}, TEXTS, signal);
    if (answer.ok) {
      const { direction, key } = answer.value;
      // In the fragment, which no request, log or referrer carries.
      const { href } = new URL(`${showPath(brand)}#key=${key}`, window.location.origin);
      keep({ address: href, createdAt: direction.link?.createdAt ?? null });
    }
    return directed(answer);
  }
  if (questionId === null) return refusal(MESSAGES.show.noQuestion);
  const name = act.type === 'show.reveal' ? 'showAnswers' : 'hideAnswers';
  const body = act.groupId === null ? {} : { groupId: act.groupId };
  return directed(await call(name, { params: { id: questionId }, body }, TEXTS, signal));
}

/** The show page's side of /que-cards. `keep` is given each link that is made. */
export const provideShowControl = (runtime: Runtime, keep: (link: MadeLink) => void) =>
  showControlMachine.provide({
    actors: {
      load: promiseActor<undefined, Direction>(async (_, signal) => {
        const answer = await runtime.call('show', {}, TEXTS, signal);
        return answer.ok ? success(answer.value.direction) : answer;
      }),
      act: promiseActor<ActAsked, Direction>((asked, signal) =>
        perform(runtime, asked, keep, signal),
      ),
    },
  });
