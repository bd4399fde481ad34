/*
 * Sets `--cqi` and `--cqh`, hundredths of each size container in pixels. In the older styles, the build marks the rules
 * that define containers (scripts/older-styles.ts).
 */

const resizes = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries)
    if (target instanceof HTMLElement) {
      target.style.setProperty('--cqi', `${contentRect.width / 100}px`);
      target.style.setProperty('--cqh', `${contentRect.height / 100}px`);
    }
});
const measured = new WeakSet<Element>();
const read = new WeakSet<CSSStyleSheet>();
const selectors: string[] = [];

function readRules(rules: CSSRuleList): void {
  for (const rule of Array.from(rules))
    if (rule instanceof CSSStyleRule) {
      if (rule.style.getPropertyValue('--container') !== '') selectors.push(rule.selectorText);
    } else if (rule instanceof CSSMediaRule) readRules(rule.cssRules);
}

function measureNew(): void {
  for (const sheet of Array.from(document.styleSheets)) {
    if (read.has(sheet)) continue;
    read.add(sheet);
    readRules(sheet.cssRules);
  }
  if (selectors.length === 0) return;
  for (const element of Array.from(document.querySelectorAll(selectors.join()))) {
    if (measured.has(element)) continue;
    measured.add(element);
    resizes.observe(element);
  }
}

/** Keeps the units of every container in the document up to date. */
export function measureContainers(): void {
  new MutationObserver(measureNew).observe(document, { childList: true, subtree: true });
  document.addEventListener('load', measureNew, true);
  measureNew();
}
