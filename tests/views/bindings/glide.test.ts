import { expect, it, vi } from 'vitest';
import { glideWithin } from '#src/bindings/glide.ts';

/** The ids of what glides when the question of the page is answered, which moves everything 100 px. */
async function glidesAfter(page: string): Promise<readonly string[]> {
  const root = document.createElement('div');
  root.innerHTML = page;
  document.body.append(root);
  const gliding: string[] = [];
  for (const element of root.querySelectorAll<HTMLElement>('[id]')) {
    Object.defineProperty(element, 'offsetTop', { get: () => root.childElementCount * 100 });
    element.animate = () => {
      gliding.push(element.id);
      return new Animation();
    };
  }
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe = () => {};
      readonly disconnect = () => {};
    },
  );
  vi.stubGlobal('Animation', EventTarget);
  const stop = glideWithin(root);
  const seen = new Promise((resolve) => {
    new MutationObserver(resolve).observe(root, { childList: true });
  });
  root.append(document.createElement('footer'));
  await seen;
  stop?.();
  return gliding;
}

it('moves what stays on the page to its new place', async () => {
  expect(await glidesAfter('<section data-now><h2 id="question"></h2></section>')).toEqual([
    'question',
  ]);
});

it('moves nothing through the answer on the first screen, but what is beside it', async () => {
  const page =
    '<section data-now><h2 id="question"></h2><p data-shown="false"></p></section><p id="scores"></p>';
  expect(await glidesAfter(page)).toEqual(['scores']);
});
