/** How translators change a page: they wrap or replace text nodes. */
export const WAYS = ['around', 'instead'] as const;

/** A translator that keeps every text, and runs for as long as the page lives. */
export const translator = (
  way: (typeof WAYS)[number],
): string => `addEventListener('DOMContentLoaded', () => {
  const isOurs = (text) => text.parentElement?.closest('font, script, style, [translate=no]');
  const translate = () => {
    watch.disconnect();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const text of found) {
      if (text.data.trim() === '' || isOurs(text)) continue;
      const outer = document.createElement('font');
      const inner = outer.appendChild(document.createElement('font'));
      text.parentNode.replaceChild(outer, text);
      if (${way === 'around'}) inner.append(text);
      else inner.append(text.data);
    }
    observe();
  };
  const watch = new MutationObserver(translate);
  const observe = () => watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  // An extension runs in its own world, without the page's patches of the DOM, and the page cannot detect its observer.
  translate();
});`;
