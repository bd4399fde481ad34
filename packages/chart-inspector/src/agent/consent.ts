import type { Inspectors } from '../protocol.ts';

/**
 * Whether other devices may inspect the window. 'unasked': none wants to. 'asking': the user has not answered yet. 'allowed'
 * and 'refused': the user's answer for this code.
 */
type Consent = 'unasked' | 'asking' | 'allowed' | 'refused';

export interface ConsentState {
  readonly consent: Consent;
  /** Names of the inspectors on other devices; null: a tester. */
  readonly names: readonly (string | null)[];
}

export interface ConsentGate {
  readonly state: () => ConsentState;
  /** Updates the inspectors of the code. */
  readonly receiveInspectors: (inspectors: Inspectors['inspectors']) => void;
  /** Marks an inspector of this browser, which needs no consent. */
  readonly receiveInspectorHere: (id: string) => void;
  /** The user's answer; ignored unless asked. */
  readonly answer: (consent: 'allowed' | 'refused') => void;
}

/** Asks once, when the first inspector comes from another device. `changed` is called with every change. */
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
