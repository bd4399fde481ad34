import type { ConsentState } from './consent.ts';
import styles from './strip.module.css';

const TEXTS = {
  ask: 'Allow this page to be inspected from another device?',
  asked:
    'Whoever inspects it sees what you see and can act in it as you. Allow it only to somebody you know.',
  tester: 'a tester',
};

export interface StripActions {
  readonly stop: () => void;
  readonly answer: (consent: 'allowed' | 'refused') => void;
}

/**
 * Shows a strip in the page that says who inspects it, with a button to stop, and asks whether other devices may
 * inspect it. Returns a function that updates the strip.
 */
export function showStrip(
  document: Document,
  code: string,
  { stop, answer }: StripActions,
): (state: ConsentState) => void {
  const button = (text: string, press: () => void): HTMLButtonElement => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = text;
    made.addEventListener('click', press);
    return made;
  };
  const element = (name: string, ...parts: (Node | string)[]): HTMLElement => {
    const made = document.createElement(name);
    made.append(...parts);
    return made;
  };

  const words = document.createElement('span');
  const stopping = button('Stop', stop);
  stopping.setAttribute('aria-label', 'Stop being inspected');
  const line = element('div', words, stopping);
  line.className = styles['line'] ?? '';
  // Live regions must exist before their content changes.
  const asking = element('div');
  asking.setAttribute('aria-live', 'polite');
  const strip = element('aside', line, asking);
  strip.className = styles['strip'] ?? '';
  strip.setAttribute('aria-label', 'Inspector');
  document.documentElement.dataset['inspected'] = '';
  document.body.prepend(strip);

  const question = ({ names }: ConsentState): HTMLElement => {
    const who = whoOf(names);
    const made = element(
      'section',
      element('strong', TEXTS.ask),
      element('p', `${who.charAt(0).toUpperCase()}${who.slice(1)} · ${code}`),
      element('p', TEXTS.asked),
      // The safe answer comes first.
      element(
        'div',
        button('Not now', () => answer('refused')),
        button('Allow', () => answer('allowed')),
      ),
    );
    made.setAttribute('aria-label', TEXTS.ask);
    made.className = styles['question'] ?? '';
    return made;
  };
  return (state) => {
    words.textContent = `${lineOf(state)} · ${code}`;
    if (state.consent === 'asking') asking.replaceChildren(question(state));
    else asking.replaceChildren();
  };
}

/** 'Ada Admin and a tester', each name once. */
const whoOf = (names: ConsentState['names']): string =>
  [...new Set(names.map((name) => name ?? TEXTS.tester))].join(' and ');

function lineOf({ consent, names }: ConsentState): string {
  if (consent === 'refused' || consent === 'asking') return 'Not inspected from other devices';
  return consent === 'allowed' && names.length > 0 ? `Inspected by ${whoOf(names)}` : 'Inspected';
}
