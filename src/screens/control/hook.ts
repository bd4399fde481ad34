import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useRef } from 'react';
import { type ControlActor } from '#machines/show/control.ts';
import type { Direction, ListedQuestion, RundownItem } from '#machines/contract/entities.ts';
import { type QueCardsActor, selectQuestions } from '#machines/show/que-cards.ts';
import { nextToReveal } from '#machines/results/rules/ranked-groups.ts';
import { type ItemActor, itemMachine } from '#machines/show/item.ts';
import { type ItemFacts, type ItemStage, stageOf } from '#machines/show/rules/item.ts';
import type { AirFacts } from '#machines/show/rules/rundown.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import type {
  ControlTokensActor,
  RevokeTokenActor,
  TokenFormActor,
} from '#machines/show/control-tokens.ts';
import type { InvitationActor } from '#machines/show/invitation.ts';
import type { ExportActor } from '#machines/show/show-export.ts';
import { selectDirection, type ShowControlActor } from '#machines/show/show-control.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { newId } from '#src/effects/random.ts';
import { useOpenReleases } from '#src/bindings/question-window.ts';
import { published, refreshed, retried, useRelay, useScreen } from '#src/bindings/screen.ts';
import {
  provideControl,
  provideExport,
  provideInvitation,
  provideRevokeToken,
  provideTokenForm,
  provideTokens,
} from './ports.ts';

/** The control room, for as long as the screen is shown. */
export const useControl = (): ControlActor => useScreen(provideControl, { newId }, published);

/** The export of a show, for as long as its dialog is open. */
export const useExport = (): ExportActor => useScreen(provideExport, undefined);

/** Makes an invitation to the rehearsal while its dialog is open. */
export const useInvitation = (): InvitationActor => useScreen(provideInvitation, undefined);

/** The tokens, looked at again when one was made or ended. */
export function useTokens(): {
  readonly list: ControlTokensActor;
  readonly make: TokenFormActor;
  readonly revoke: RevokeTokenActor;
} {
  const list = useScreen(provideTokens, { query: null, random: Math.random }, refreshed());
  const make = useScreen(provideTokenForm, undefined);
  const revoke = useScreen(provideRevokeToken, undefined);
  useRelay(make, retried, list);
  useRelay(revoke, retried, list);
  return { list, make, revoke };
}

/** Reveals what is due on the show page, and holds when nothing is left or an act is refused. */
export function useReveals(control: ControlActor, show: ShowControlActor): void {
  useRelay(control, (emitted) => (emitted.type === 'reveal.due' ? emitted : null), {
    send: () => {
      const direction = selectDirection(show.getSnapshot());
      const groupId = direction === null ? null : nextGroupOf(direction);
      if (groupId === null) control.send({ type: 'reveal.hold' });
      else show.send({ type: 'show.reveal', groupId });
    },
  });
  useRelay(
    show,
    ({ type }) => (type === 'act.refused' ? ({ type: 'reveal.hold' } as const) : null),
    control,
  );
}

function nextGroupOf({ scene, places }: Direction): string | null {
  // They stay known while something else is shown.
  if (scene !== 'question') return null;
  const revealed = places.filter((place) => place.revealed).map(({ groupId }) => groupId);
  return nextToReveal(places, revealed);
}

/** What the show page could do for a question; `questionId` null: none is armed. */
export function useAir(show: ShowControlActor, questionId: string | null): AirFacts {
  const direction = useSelector(show, selectDirection);
  const isShown =
    direction !== null && direction.scene === 'question' && direction.questionId === questionId;
  return {
    scene: direction?.scene ?? null,
    isShown,
    nextGroup: isShown ? nextGroupOf(direction) : null,
  };
}

const NO_WINDOWS = { studio: NO_WINDOW, home: NO_WINDOW };

const factsOf = (question: ListedQuestion | undefined): ItemFacts => ({
  windows: question?.windows ?? NO_WINDOWS,
  result: question?.result,
});

/** The life of an item, kept to what the server says of it and of its question. */
export function useItem({ state }: RundownItem, question: ListedQuestion | undefined): ItemActor {
  const input = { state, facts: factsOf(question), now: useNow() };
  const actor = useScreen(
    () => itemMachine,
    input,
    (emitted) => (emitted.type === 'clock.corrected' ? emitted : null),
  );
  useEffect(
    () => actor.send({ type: 'item.updated', state, facts: factsOf(question) }),
    [actor, state, question],
  );
  return actor;
}

/** A row that its list keeps in sight while `isWanted`; the page does not move. */
export function useInSight(isWanted: boolean): RefObject<HTMLButtonElement | null> {
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const list = isWanted ? row.current?.closest('ol') : null;
    if (!list || row.current === null) return;
    const [own, all] = [row.current.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollTop += Math.min(0, own.top - all.top) + Math.max(0, own.bottom - all.bottom);
  }, [isWanted]);
  return row;
}

/** The questions of the items, and how far each item is now. */
export function useStages(cards: QueCardsActor): {
  readonly questionOf: (item: RundownItem) => ListedQuestion | undefined;
  readonly stage: (item: RundownItem) => ItemStage;
} {
  const questions = useSelector(cards, selectQuestions) ?? [];
  const now = useNow();
  // Re-renders when a window closes; the value itself is unused.
  useOpenReleases(cards, questions);
  const byId = new Map(questions.map((question) => [question.id, question]));
  const questionOf = ({ questionId }: RundownItem) => byId.get(questionId);
  return {
    questionOf,
    stage: (item) => stageOf(item, factsOf(questionOf(item)), now()),
  };
}
