import { createContext } from 'react';

/** Tells the frame that a dialog is open, until what it returns is called. */
export const OpenDialogs = createContext<(dialog: HTMLElement) => () => void>(() => () => {});
