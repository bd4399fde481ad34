/** To a path of the application, where `email` is filled in. */
type Go = (to: string, email?: string) => void;

export interface Navigation {
  readonly go: Go;
  /** Gives the router's way to go; answers how to take it back. What was asked before is done now. */
  readonly attach: (navigate: Go) => () => void;
}

/** Charts run outside React: what they ask for before the router is there, waits for it. */
export function createNavigation(): Navigation {
  let navigate: Go | null = null;
  let waiting: Parameters<Go> | null = null;
  return {
    go: (...destination) => {
      if (navigate) navigate(...destination);
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
