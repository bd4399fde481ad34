import { z } from 'zod';
import { until } from '#tests/support/process.ts';
import type { Send } from './protocol.ts';

type Role =
  | 'article'
  | 'button'
  | 'dialog'
  | 'field'
  | 'heading'
  | 'link'
  | 'list item'
  | 'main'
  | 'region'
  | 'tab'
  | 'timer';

/** Finds an element by role and name, optionally inside another one. */
export interface Target {
  readonly role: Role;
  readonly name?: string | RegExp;
  readonly within?: Target;
}

/** The commands that a story can give to a page, in any browser. */
export interface BrowserPage {
  readonly open: (path: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly click: (target: Target) => Promise<void>;
  /** Empties the field and types the text. */
  readonly fill: (name: string | RegExp, text: string, within?: Target) => Promise<void>;
  /** Sets the value of a date or time picker, since typing differs between browsers. */
  readonly pick: (name: string, value: string) => Promise<void>;
  /** Waits until an element shows the text; by default anywhere on the page. */
  readonly sees: (text: string | RegExp, target?: Target) => Promise<void>;
  readonly gone: (target: Target) => Promise<void>;
  readonly store: (items: readonly { name: string; value: string }[]) => Promise<void>;
  readonly run: <T>(schema: z.ZodType<T>, script: string, ...args: unknown[]) => Promise<T>;
  readonly resize: (width: number, height: number) => Promise<void>;
  /** All errors of the page since it was opened. */
  readonly faults: () => Promise<string[]>;
}

/** Runs in the page: finds a visible element by role and name. */
const FIND = `
const SELECTORS = {
  article: 'article, [role=article]', button: 'button', dialog: 'dialog, [role=dialog]', field: 'input, textarea, select',
  heading: 'h1, h2, h3', link: 'a[href]', 'list item': 'li', main: 'main', region: 'section', tab: '[role=tab]', timer: '[role=timer]',
};
const words = (text) => (text ?? '').replaceAll(/\\s+/gu, ' ').trim();
const isShown = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
const textOf = (element) => {
  const copy = element.cloneNode(true);
  for (const part of copy.querySelectorAll('kbd, [aria-hidden=true]')) part.remove();
  return copy.textContent;
};
const nameOf = (element) => {
  const by = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
  return words(
    element.getAttribute('aria-label') ??
      (by.length > 0 ? by.map((id) => document.getElementById(id)?.textContent).join(' ') : undefined) ??
      element.labels?.[0]?.textContent ?? textOf(element),
  );
};
const fits = (text, wanted) => wanted === undefined || wanted === null ||
  ('source' in wanted ? new RegExp(wanted.source, wanted.flags).test(text) : text === wanted.text);
const find = (target) => {
  const root = target.within ? find(target.within) : document;
  return [...(root?.querySelectorAll(SELECTORS[target.role]) ?? [])].find(
    (element) => isShown(element) && fits(nameOf(element), target.name)) ?? null;
};
const isThere = (target, text) => {
  const element = target ? find(target) : document.body;
  return element !== null && fits(words(element.innerText), { source: text.source ?? RegExp.escape?.(text.text) ?? text.text.replaceAll(/[.*+?^\${}()|[\\]\\\\]/gu, '\\\\$&'), flags: text.flags ?? '' });
};
`;

/** WebDriver's reference to an element, and its position on the page. */
const foundSchema = z.tuple([z.record(z.string(), z.string()), z.string()]);
const WAIT_MS = 15_000;

const matcher = (text: string | RegExp) =>
  typeof text === 'string' ? { text } : { source: text.source, flags: text.flags };
const plain = (target: Target): object => ({
  role: target.role,
  ...(target.name === undefined ? {} : { name: matcher(target.name) }),
  ...(target.within === undefined ? {} : { within: plain(target.within) }),
});
const described = ({ role, name, within }: Target): string =>
  `${role} ${String(name ?? '')}${within === undefined ? '' : ` in ${described(within)}`}`;

/** Commands for the page of a WebDriver session, on the server at `url`. */
export function pageOf(send: Send, url: string): BrowserPage {
  const script = (body: string, ...args: unknown[]) => send('script', { script: body, args });
  const watch = () =>
    script(`window.faults = [];
      addEventListener('error', ({ message }) => window.faults.push(message));
      addEventListener('unhandledrejection', ({ reason }) => window.faults.push(String(reason)));
      addEventListener('securitypolicyviolation', ({ blockedURI }) => window.faults.push(blockedURI));`);

  /** Runs a command and waits for a new document: the command may return while the old one is still shown. */
  const load = async (command: () => Promise<unknown>) => {
    await script('window.isLeft = true;');
    await command();
    await until(
      'the document is another one',
      async () =>
        (await script("return !window.isLeft && document.readyState === 'complete';")) === true,
      WAIT_MS,
    );
    await watch();
  };

  /** Waits for a condition. A timeout's error includes what the page shows. */
  const wait = async (what: string, isTrue: () => Promise<boolean>) => {
    try {
      await until(what, isTrue, WAIT_MS);
    } catch (cause) {
      const text = await script(
        'return `${location.href}\\n${document.body.innerText.slice(0, 1500)}`;',
      );
      throw new Error(`Waited in vain until ${what}. The page:\n${String(text)}`, { cause });
    }
  };
  /** Uses an element. If the view has replaced it since it was found, finds it again. */
  const use = (target: Target, act: (id: string) => Promise<unknown>) => {
    let failure = '';
    let place = '';
    return wait(`${described(target)} can be used`, async () => {
      try {
        const found = await script(
          `${FIND} const element = find(arguments[0]);
          if (element?.matches(':not(:disabled, [aria-disabled=true])') !== true) return null;
          element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
          return [element, JSON.stringify(element.getBoundingClientRect())];`,
          plain(target),
        );
        const { data } = foundSchema.safeParse(found);
        if (data === undefined) return false;
        const [id = ''] = Object.values(data[0]);
        // A click would miss an element that still moves.
        const isMoving = data[1] !== place;
        [, place] = data;
        if (isMoving) return false;
        await act(id);
        return true;
      } catch (cause) {
        failure = String(cause);
        if (/stale element|intercepted|not interactable/u.test(failure)) return false;
        throw cause;
      }
    }).catch((cause: unknown) => {
      throw new Error(`${String(cause)}\n${failure}`, { cause });
    });
  };

  return {
    open: (path) => load(() => send('navigate', { url: `${url}${path}` })),
    reload: () => load(() => send('refresh', {})),
    click: (target) => use(target, (id) => send('click', { id })),
    fill: (name, text, within) =>
      use({ role: 'field', name, ...(within === undefined ? {} : { within }) }, async (id) => {
        await send('clear', { id });
        await send('type', { id, text });
      }),
    pick: (name, value) =>
      use({ role: 'field', name }, () =>
        script(
          `${FIND}
          const field = find(arguments[0]);
          Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, arguments[1]);
          field.dispatchEvent(new Event('input', { bubbles: true }));`,
          plain({ role: 'field', name }),
          value,
        ),
      ),
    sees: (text, target) =>
      wait(
        `${String(text)} is shown${target === undefined ? '' : ` by ${described(target)}`}`,
        async () =>
          z
            .boolean()
            .parse(
              await script(
                `${FIND} return isThere(arguments[0], arguments[1]);`,
                target === undefined ? null : plain(target),
                matcher(text),
              ),
            ),
      ),
    gone: (target) =>
      wait(
        `${described(target)} is gone`,
        async () =>
          (await script(`${FIND} return find(arguments[0]) === null;`, plain(target))) === true,
      ),
    store: async (items) => {
      await script(
        'for (const { name, value } of arguments[0]) localStorage.setItem(name, value);',
        items,
      );
    },
    run: async (schema, body, ...args) => schema.parse(await script(body, ...args)),
    resize: async (width, height) => {
      await send('resize', { width, height });
    },
    faults: async () => z.array(z.string()).parse(await script('return window.faults;')),
  };
}
