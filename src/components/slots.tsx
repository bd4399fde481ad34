import { createElement, Fragment, type ReactNode } from 'react';

/** The first of the private-use characters that mark the places of elements; no text has them. */
const FIRST = 0xe000;
const SLOT = /([\uE000-\uE00F])/u;

/** Marks the place of the element number `index` in a text, as the value of a parameter. */
export const slot = (index: number): string => String.fromCharCode(FIRST + index);

/** A text with elements at its slots, in the order that the reader's language puts them. */
export function withElements(text: string, ...elements: readonly ReactNode[]): ReactNode {
  const parts = text.split(SLOT).map((part) => elements[part.charCodeAt(0) - FIRST] ?? part);
  // As children and not as a list, because the parts of a text need no keys.
  return createElement(Fragment, null, ...parts);
}
