import { m } from 'messages';
import { stageScreenPath } from '#machines/contract/brand.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import type { ShowView } from '#machines/show/calls.ts';
import {
  isReleaseAct,
  type CreatedLink,
  type PostedAct,
  type ProducerAct,
  producerMachine,
  type ProducerShows,
  STAGE,
} from '#machines/show/producer.ts';
import type { Answer } from '#src/effects/api.ts';
import { RESULT_ACTS } from '#machines/results/rules/result.ts';
import { promiseActor } from '#src/effects/provide/effect.ts';
import type { Runtime } from '#src/effects/runtime.ts';

const shown = (answer: Answer<{ readonly show: ShowView }>): Outcome<ShowView> =>
  answer.ok ? success(answer.value.show) : answer;

/** The message for a failed act if the server gives no reason. */
function failureOf(act: ProducerAct, part: string): string {
  if (part === STAGE) return m.showFailed();
  if (isReleaseAct(act)) return m.unexpected();
  if (act.type === 'decide') return m.deskFailed();
  return RESULT_ACTS.some((type) => type === act.type) ? m.resultFailed() : m.rundownFailed();
}

async function perform(
  { call, brand }: Runtime,
  { act, part, showId, version, requestId }: PostedAct,
  keep: (link: CreatedLink) => void,
  signal: AbortSignal,
): Promise<Outcome<ShowView>> {
  const texts = { fallback: failureOf(act, part), network: m.network() };
  if (act.type === 'create') {
    const { title, from } = act;
    const body = from === undefined ? { title } : { title, from };
    return shown(await call('createShow', { body }, texts, signal));
  }
  // The house show's link is the default.
  const ofShow = showId === null || showId === HOUSE_SHOW ? {} : { query: { show: showId } };
  if (act.type === 'revokeLink') return shown(await call('revokeShowLink', ofShow, texts, signal));
  if (act.type === 'createLink') {
    const answer = await call('createShowLink', ofShow, texts, signal);
    if (answer.ok) {
      const { show, key } = answer.value;
      // The key is in the URL's fragment, which browsers do not send, so that logs and referrers never contain it.
      keep({
        path: `${stageScreenPath(brand)}#key=${key}`,
        createdAt: show.direction.link?.createdAt ?? null,
      });
    }
    return shown(answer);
  }
  const params = { id: showId ?? '' };
  const body = { requestId, act, ...(version !== null && { version }) };
  return shown(await call('actOnShow', { params, body }, texts, signal));
}

/** Provides the ports of the producer's chart. `keep` is called with each created link. */
export const provideProducer = (runtime: Runtime, keep: (link: CreatedLink) => void) =>
  producerMachine.provide({
    actors: {
      load: promiseActor<{ readonly showId: string | null }, ProducerShows>(
        async ({ showId }, signal) => {
          const query = showId === null ? {} : { show: showId };
          const texts = { fallback: m.rundownLoadFailed(), network: m.network() };
          const asked = await runtime.call('shows', { query }, texts, signal);
          // The right to run the displayed show has been taken back.
          const isLost = !asked.ok && asked.status === 403 && showId !== null;
          const found = isLost ? await runtime.call('shows', {}, texts, signal) : asked;
          if (!found.ok) return found;
          const { shows, show: view, house } = found.value;
          return success({ shows, view, house });
        },
      ),
      act: promiseActor<PostedAct, ShowView>((posted, signal) =>
        perform(runtime, posted, keep, signal),
      ),
    },
  });
