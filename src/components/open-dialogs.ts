import { createContext } from 'react';

/** A function by which an open dialog registers with the page's frame; call its result when the dialog closes. */
export const OpenDialogs = createContext<(dialog: HTMLElement) => () => void>(() => () => {});
