import styles from './strip.module.css';

/** Says in the window that it is inspected, with a way to stop that; the page makes room for it. */
export function showStrip(document: Document, code: string, stop: () => void): void {
  const strip = document.createElement('aside');
  strip.className = styles['strip'] ?? '';
  strip.setAttribute('aria-label', 'Inspector');
  const words = document.createElement('span');
  words.textContent = `Inspected · ${code}`;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Stop';
  button.setAttribute('aria-label', 'Stop being inspected');
  button.addEventListener('click', stop);
  strip.append(words, button);
  document.documentElement.dataset['inspected'] = '';
  document.body.prepend(strip);
}
