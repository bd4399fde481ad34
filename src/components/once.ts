import type { MouseEvent } from 'react';

/** Ignores the second click of a double click, as the first may already have changed what the button does. */
export const once = (press: () => void) => (click: MouseEvent) => {
  if (click.detail < 2) press();
};
