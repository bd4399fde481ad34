import { isOtherLanguage } from './language.ts';

/** What is used of a browser's window. */
interface Tab {
  readonly document: Pick<Document, 'cookie'>;
  readonly location: Pick<Location, 'assign'>;
}

/** Opens a path of the application; `email` is prefilled there. */
type Go = (to: string, email?: string) => void;

export interface Navigation {
  readonly go: Go;
  /** Sets the router's navigate function and runs pending navigations; returns a function that removes it. */
  readonly attach: (navigate: Go) => () => void;
}

/**
 * Navigation for charts, which run outside React: a request made before the router is mounted waits for it. Loads the
 * page again if the browser's language has changed.
 */
export function createNavigation(tab: Tab): Navigation {
  let navigate: Go | null = null;
  let waiting: Parameters<Go> | null = null;
  return {
    go: (...destination) => {
      if (isOtherLanguage(tab.document)) tab.location.assign(destination[0]);
      else if (navigate) navigate(...destination);
      else waiting = destination;
    },
    attach: (router) => {
      navigate = router;
      if (waiting !== null) router(...waiting);
      waiting = null;
      return () => {
        navigate = null;
      };
    },
  };
}
