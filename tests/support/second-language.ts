import { locales } from 'messages/runtime';

/** Makes German a language of this process, in which texts may still be English. Returns what ends that. */
export function addGerman(): () => void {
  const known: readonly string[] = locales;
  if (known.includes('de')) return () => {};
  const at = locales.length;
  Reflect.set(locales, at, 'de');
  return () => void Reflect.set(locales, 'length', at);
}
