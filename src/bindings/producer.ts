import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { selectWritten } from '#machines/question-forms.ts';
import type { QueCardsActor } from '#machines/que-cards.ts';
import { generatePassword } from '#machines/rules/password.ts';
import { type UsersActor, type UsersQuery } from '#machines/users.ts';
import { provideQueCards, provideUsers } from '#src/effects/provide/producer.ts';
import { provideCreateQuestion, provideTopic } from '#src/effects/provide/questions-admin.ts';
import { secureRandom } from '#src/effects/random.ts';
import { useNow } from './countdown.ts';
import { useNews, useScreen } from './screen.ts';

/** The desk of /que-cards, for as long as the screen is shown. */
export function useQueCards(): QueCardsActor {
  const now = useNow();
  const cards = useScreen(provideQueCards, { now });
  useNews(cards);
  return cards;
}

/** The accounts of /manage-users, beginning with this query. */
export const useUsers = (query: UsersQuery): UsersActor => useScreen(provideUsers, { query });

export const useCreateQuestion = () => useScreen(provideCreateQuestion, undefined);
export const useTopic = () => useScreen(provideTopic, undefined);

/** The question that the model has written, or null until it has. */
export const useWrittenQuestion = (topic: ReturnType<typeof useTopic>): string | null =>
  useSelector(topic, selectWritten);

/** A password for an account that is passed on (specification §9). */
export const newPassword = (): string => generatePassword(secureRandom);

const TYPED_INTO = 'input, textarea, select, [contenteditable]';

/**
 * Single keys: each presses the button of the page that shows it (`aria-keyshortcuts`); one that no
 * button shows is told to `onIdle`, in upper case. With a modifier held, on repeat, in a field and
 * under a dialog they are ignored.
 */
export function useLiveKeys(onIdle: (key: string) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (target instanceof Element && target.closest(TYPED_INTO) !== null) return;
    if (document.querySelector('dialog[open]') !== null) return;
    const key = event.key.toUpperCase();
    if (event.shiftKey && key !== '?') return;
    const button = [...document.querySelectorAll('main button[aria-keyshortcuts]')].find(
      (each) => each.getAttribute('aria-keyshortcuts') === key,
    );
    if (button instanceof HTMLElement) button.click();
    else onIdle(key);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
