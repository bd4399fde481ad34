import type { Inspectors } from '../protocol.ts';

/**
 * Whether devices other than this one may inspect the window. 'unasked': none wants to. 'asking': one does, and
 * the user has not said yet. 'allowed' and 'refused': what the user said, for this code.
 */
type Consent = 'unasked' | 'asking' | 'allowed' | 'refused';

export interface ConsentState {
  readonly consent: Consent;
  /** Who inspects, or wants to, from other devices; null: a tester without a name. */
  readonly names: readonly (string | null)[];
}

export interface ConsentGate {
  readonly state: () => ConsentState;
  /** The server tells who inspects by the code. */
  readonly receiveInspectors: (inspectors: Inspectors['inspectors']) => void;
  /** One of them says in this browser that it is of this browser: that one needs no consent. */
  readonly receiveInspectorHere: (id: string) => void;
  /** The user's word; only while asked. */
  readonly answer: (consent: 'allowed' | 'refused') => void;
}

/** Asks once a code, when the first inspector comes from another device. `changed` is told of every change. */
export function createConsent(
  isAllowed: boolean,
  changed: (state: ConsentState) => void,
): ConsentGate {
  const ofThisBrowser = new Set<string>();
  let inspectors: Inspectors['inspectors'] = [];
  let state: ConsentState = { consent: isAllowed ? 'allowed' : 'unasked', names: [] };

  const change = (consent: Consent, names = state.names): void => {
    state = { consent, names };
    changed(state);
  };
  const refresh = (): void => {
    const names = inspectors.filter(({ id }) => !ofThisBrowser.has(id)).map(({ name }) => name);
    const { consent } = state;
    if (consent === 'unasked' || consent === 'asking')
      change(names.length === 0 ? 'unasked' : 'asking', names);
    else change(consent, names);
  };
  return {
    state: () => state,
    receiveInspectors: (heard) => {
      inspectors = heard;
      refresh();
    },
    receiveInspectorHere: (id) => {
      if (ofThisBrowser.has(id)) return;
      ofThisBrowser.add(id);
      refresh();
    },
    answer: (consent) => {
      if (state.consent === 'asking') change(consent);
    },
  };
}
