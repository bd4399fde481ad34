import { m } from 'messages';
import { language, languages } from 'messages/language';
import { isGuest } from '#machines/contract/audience.ts';
import type { User } from '#machines/contract/entities.ts';
import { LANGUAGE_COOKIE } from '#machines/contract/limits.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import type { Announcements } from './announcements.ts';
import { keepLanguage } from './language.ts';
import type { Runtime } from './runtime.ts';

/** What is used of a browser's window. */
interface Tab {
  readonly document: Pick<Document, 'cookie'>;
  readonly location: Pick<Location, 'href' | 'reload'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
}

/** Loads a page, as the stage screen, again in the language of its show, if this build has that language. */
export function followLanguage(
  wanted: string,
  { location }: { readonly location: Pick<Location, 'href' | 'replace'> } = window,
): void {
  if (wanted === language() || !languages.includes(wanted)) return;
  const address = new URL(location.href);
  address.searchParams.set(LANGUAGE_COOKIE, wanted);
  location.replace(address);
}

/** Saves the language of an account, in which it gets its mails. A guest has none to save. */
export const saveLanguage = async (
  { call }: Pick<Runtime, 'call'>,
  user: User | null,
  chosen: string,
): Promise<Outcome<unknown>> => {
  if (user === null || isGuest(user)) return success(null);
  const body = { name: user.name, email: user.email, language: chosen };
  return call('updateProfile', { body }, { fallback: m.languageFailed() });
};

/** Loads this page again in another language, once that is saved; a banner says why it is not. */
export async function chooseLanguage(
  chosen: string,
  save: () => Promise<Outcome<unknown>>,
  { showBanner }: Pick<Announcements, 'showBanner'>,
  tab: Tab = window,
): Promise<void> {
  const saved = await save();
  if (!saved.ok) {
    showBanner({ type: 'banner', text: saved.message });
    return;
  }
  keepLanguage(tab.document, chosen);
  // An address that names a language would win.
  const address = new URL(tab.location.href);
  address.searchParams.delete(LANGUAGE_COOKIE);
  tab.history.replaceState(tab.history.state, '', address);
  tab.location.reload();
}
