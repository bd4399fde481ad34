import type { MouseEvent } from 'react';

/** Ignores the second click of a double click: the first one has already changed the button. */
export const once = (press: () => void) => (click: MouseEvent) => {
  if (click.detail < 2) press();
};
