export interface Navigation {
  /** Goes to a path of the application. */
  readonly go: (to: string) => void;
  /** Gives the router's way to go; answers how to take it back. What was asked before is done now. */
  readonly attach: (navigate: (to: string) => void) => () => void;
}

/** Charts run outside React: what they ask for before the router is there, waits for it. */
export function createNavigation(): Navigation {
  let navigate: ((to: string) => void) | null = null;
  let waiting: string | null = null;
  return {
    go: (to) => {
      if (navigate) navigate(to);
      else waiting = to;
    },
    attach: (router) => {
      navigate = router;
      if (waiting !== null) router(waiting);
      waiting = null;
      return () => {
        navigate = null;
      };
    },
  };
}
