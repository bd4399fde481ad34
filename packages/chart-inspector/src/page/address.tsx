import { type ReactNode, useId, useState } from 'react';
import { Button, CopyButton, QrCode, Row } from '../ui/ui.tsx';
import styles from './inspector.module.css';

export interface AddressProps {
  readonly code: string;
  /** The server's host names on the local network; null if unknown. */
  readonly hosts: readonly string[] | null;
  /** Text that is shown if no phone can reach the server. */
  readonly unreachable: ReactNode;
}

/** Explains how to inspect a window of this browser or of a phone. */
export function Address({ code, hosts, unreachable }: AddressProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const path = `/?inspect=${code}`;
  const origin = reachable(window.location, hosts);
  const address = `${origin}${path}`;
  return (
    <>
      <Row>
        <Button onClick={() => window.open(path)}>Open a window</Button>
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          On a phone
        </Button>
      </Row>
      <div id={id} className={styles['phone']} hidden={!isOpen}>
        {isOpen && origin === null && unreachable}
        {isOpen && origin !== null && (
          <>
            <QrCode text={address} label="The address for a phone" />
            <div>
              <p>
                Scan it, or type: <code>{address}</code>
              </p>
              <p>The phone asks its user, and appears here once they allow it.</p>
              <CopyButton text={address} what="address" />
            </div>
          </>
        )}
      </div>
    </>
  );
}

/** Returns the origin under which another device reaches the page; null if there is none. */
export function reachable(
  { protocol, hostname, port, origin }: Pick<Location, 'protocol' | 'hostname' | 'port' | 'origin'>,
  hosts: AddressProps['hosts'],
): string | null {
  if (!/^(?:localhost|127\.[\d.]+|\[::1\])$/u.test(hostname)) return origin;
  const [host] = hosts ?? [];
  if (host === undefined) return null;
  const name = host.includes(':') ? `[${host}]` : host;
  return `${protocol}//${name}${port === '' ? '' : `:${port}`}`;
}
