import ExternalLink from 'lucide-react/icons/external-link';
import Smartphone from 'lucide-react/icons/smartphone';
import { useId, useState } from 'react';
import { Button, CopyButton, Note, QrCode } from '../product.ts';
import styles from './inspector.module.css';

export interface AddressProps {
  readonly code: string;
  /** The server's names in its network, in development; null: not known, or of no use. */
  readonly hosts: readonly string[] | null;
}

/** The ways to a window that is inspected: one of this browser, and one of a phone. */
export function Address({ code, hosts }: AddressProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const path = `/?inspect=${code}`;
  return (
    <>
      <div className={styles['address']}>
        <Button icon={<ExternalLink />} onClick={() => window.open(path)}>
          Open a window
        </Button>
        <Button
          icon={<Smartphone />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          On a phone
        </Button>
      </div>
      <div id={id} className={styles['phone']} hidden={!isOpen}>
        {isOpen && <Phone path={path} hosts={hosts} />}
      </div>
    </>
  );
}

interface PhoneProps {
  readonly path: string;
  readonly hosts: AddressProps['hosts'];
}
function Phone({ path, hosts }: PhoneProps) {
  const origin = reachable(window.location, hosts);
  if (origin === null)
    return (
      <Note title="No phone reaches this server">
        It listens to this machine alone. Start it with <code>HOST=0.0.0.0 npm start</code>, and
        this place shows the address for a phone in the same network.
      </Note>
    );
  const address = `${origin}${path}`;
  return (
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
  );
}

/** The origin under which another device finds the page; null: under none. */
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
