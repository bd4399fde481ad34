import { createContext } from 'react';

/** Reports an open dialog to the frame; call the returned function when it closes. */
export const OpenDialogs = createContext<(dialog: HTMLElement) => () => void>(() => () => {});
