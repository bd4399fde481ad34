import { expect, it, vi } from 'vitest';
import { prefetchOnIntent } from '#src/effects/prefetch.ts';

const point = (selector: string, type: string): void => {
  document.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }));
};

it('emits the target of a link that is hovered or focused by keyboard, and of no other', () => {
  document.body.innerHTML = `
    <a id="own" href="/support?a=1"><b>Support</b></a>
    <a id="foreign" href="https://example.org/contact">Elsewhere</a>
    <button>Play</button>`;
  const heard = vi.fn<(path: string) => void>();
  prefetchOnIntent(window, heard);
  for (const place of ['b', '#foreign', 'button']) point(place, 'pointerover');
  expect(heard.mock.calls).toEqual([['/support']]);
  point('#own', 'focusin');
  expect(heard.mock.calls).toEqual([['/support'], ['/support']]);
});
