import { useSelector } from '@xstate/react';
import { type RefObject, useEffect, useRef } from 'react';
import type { RundownItem } from '#machines/contract/rundown.ts';
import { type QueCardsActor, selectQuestions } from '#machines/show/que-cards.ts';
import { type ItemStage, stageOf } from '#machines/show/rules/item.ts';
import type {
  ControlTokensActor,
  RevokeTokenActor,
  TokenFormActor,
} from '#machines/show/control-tokens.ts';
import type {
  PeopleActor,
  PeopleQuery,
  SeatActActor,
  SeatFormActor,
} from '#machines/show/seats.ts';
import type {
  AddProducerActor,
  RemoveProducerActor,
  ShowProducersActor,
  ShowProducersQuery,
} from '#machines/show/show-producers.ts';
import type { InvitationActor } from '#machines/show/invitation.ts';
import type { UploadActor } from '#machines/show/media.ts';
import type { ExportActor } from '#machines/show/show-export.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { useOpenReleases } from '#src/bindings/question-window.ts';
import { refreshOn, retryOnSubmit, useRelay, useScreen } from '#src/bindings/screen.ts';
import {
  provideAddProducer,
  provideExport,
  provideInvitation,
  providePeople,
  provideProducers,
  provideRemoveProducer,
  provideRevokeToken,
  provideSeatAct,
  provideSeatForm,
  provideTokenForm,
  provideTokens,
  provideUpload,
} from './ports.ts';

/** The form that exports a show, while its dialog is open. */
export const useExport = (): ExportActor => useScreen(provideExport, undefined);

/** The form that uploads a picture or sound, while the dialog of its item is open. */
export const useUpload = (): UploadActor => useScreen(provideUpload, undefined);

/** The form that creates an invitation to the rehearsal, while its dialog is open. */
export const useInvitation = (): InvitationActor => useScreen(provideInvitation, undefined);

/** The control tokens and their forms. The list is loaded again after a token was created or revoked. */
export function useTokens(): {
  readonly list: ControlTokensActor;
  readonly make: TokenFormActor;
  readonly revoke: RevokeTokenActor;
} {
  const list = useScreen(provideTokens, { query: null, random: Math.random }, refreshOn());
  const make = useScreen(provideTokenForm, undefined);
  const revoke = useScreen(provideRevokeToken, undefined);
  useRelay(make, retryOnSubmit, list);
  useRelay(revoke, retryOnSubmit, list);
  return { list, make, revoke };
}

/** The producers of a show and their forms. The list is loaded again after a change. */
export function useShowProducers(query: ShowProducersQuery): {
  readonly list: ShowProducersActor;
  readonly add: AddProducerActor;
  readonly remove: RemoveProducerActor;
} {
  const list = useScreen(provideProducers, { query, random: Math.random }, refreshOn());
  const add = useScreen(provideAddProducer, undefined);
  const remove = useScreen(provideRemoveProducer, undefined);
  useRelay(add, retryOnSubmit, list);
  useRelay(remove, retryOnSubmit, list);
  return { list, add, remove };
}

/** The forms for the seats of a show. */
export function useSeats(): { readonly add: SeatFormActor; readonly act: SeatActActor } {
  return {
    add: useScreen(provideSeatForm, undefined),
    act: useScreen(provideSeatAct, undefined),
  };
}

/** The people of a show. */
export const usePeople = (query: PeopleQuery): PeopleActor =>
  useScreen(
    providePeople,
    { query, random: Math.random },
    refreshOn('realtime.show-changed', 'realtime.players-counted', 'realtime.answers-counted'),
  );

/** The people of a show, loaded again after an act on the show's seats. */
export function usePeopleOfSeats(
  query: PeopleQuery,
  { add, act }: ReturnType<typeof useSeats>,
): PeopleActor {
  const list = usePeople(query);
  useRelay(add, retryOnSubmit, list);
  useRelay(act, retryOnSubmit, list);
  return list;
}

/** Ref of a row that is scrolled into view within its list while `isWanted`; the page itself does not scroll. */
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

/** Returns a lookup of an item's current stage. Re-renders when a window of a listed question closes. */
export function useStage(cards: QueCardsActor): (item: RundownItem) => ItemStage {
  const questions = useSelector(cards, selectQuestions) ?? [];
  const now = useNow();
  useOpenReleases(cards, questions);
  return (item) => stageOf(item, now());
}
