import CloudOff from 'lucide-react/icons/cloud-off';
import LogOut from 'lucide-react/icons/log-out';
import MonitorOff from 'lucide-react/icons/monitor-off';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Wifi from 'lucide-react/icons/wifi';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { ReactNode } from 'react';
import styles from './connection-strip.module.css';
import { Spoken } from './spoken.tsx';

/** `online` shows nothing. */
export type ConnectionState =
  | 'online'
  | 'reconnecting'
  | 'back'
  | 'offline'
  | 'serverAway'
  | 'signedOut'
  | 'closed';

const ICONS = {
  reconnecting: RefreshCw,
  back: Wifi,
  offline: WifiOff,
  serverAway: CloudOff,
  signedOut: LogOut,
  closed: MonitorOff,
};

export interface ConnectionStripProps {
  readonly state: ConnectionState;
  /** The text, from `CONNECTION_WORDS`. */
  readonly children?: ReactNode;
  /** A button or link, if there is an action. */
  readonly action?: ReactNode;
}

/** The state of the connection, in a strip under the header or at the bottom of a phone; the page stays usable. */
export function ConnectionStrip({ state, children, action }: ConnectionStripProps) {
  const Icon = state === 'online' ? null : ICONS[state];
  return (
    <Spoken className={styles['strip']}>
      {Icon !== null && (
        <p data-state={state}>
          <Icon />
          <span>{children}</span>
          {action}
        </p>
      )}
    </Spoken>
  );
}
