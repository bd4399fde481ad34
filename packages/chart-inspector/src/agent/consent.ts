import type { Inspectors } from '../protocol.ts';

/**
 * Whether other devices may inspect the browser window. 'unasked': no other device wants to. 'asking': the user has not
 * answered yet. 'allowed' and 'refused': the user's answer for the current pairing code.
 */
type Consent = 'unasked' | 'asking' | 'allowed' | 'refused';

export interface ConsentState {
  readonly consent: Consent;
  /** Names of the inspectors on other devices; null for a tester without a name. */
  readonly names: readonly (string | null)[];
}

export interface ConsentGate {
  readonly state: () => ConsentState;
  /** Sets the inspectors that use the same pairing code. */
  readonly receiveInspectors: (inspectors: Inspectors['inspectors']) => void;
  /** Marks an inspector of this browser, which needs no consent. */
  readonly receiveInspectorHere: (id: string) => void;
  /** Records the user's answer; ignored unless the user is being asked. */
  readonly answer: (consent: 'allowed' | 'refused') => void;
}

/**
 * Creates the state of a window's consent: the user is asked once, when the first inspector from another device
 * appears. `changed` is called after every change.
 */
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
