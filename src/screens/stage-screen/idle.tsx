import { numberText } from 'messages/format';
import { slot, withElements } from '#src/components/slots.tsx';
import { m } from 'messages';
import type { ReactNode } from 'react';
import type { StageView } from '#machines/contract/stage.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { QrCode } from '#src/components/qr-code.tsx';
import { fitted } from './fit.ts';
import { Lamps } from './lamps.tsx';
import { Logo, useJoinAddress } from './sign.tsx';
import styles from './stage-screen.module.css';

/** Width of the name's letters, relative to other headings. */
const WIDE = 1.2;

interface IdleProps {
  readonly show: StageView | null;
  /** Shown large between the name and the address. Default: the name is large. */
  readonly children?: ReactNode;
}

/** The idle scene: the title of the show, for the house show the product's name, the join address, and a lamp for each player who is ready. */
export function Idle({ show, children }: IdleProps) {
  const { name: product, logo } = useBrand();
  const name = show?.title ?? product;
  const { url, text, code } = useJoinAddress(show ?? {});
  const joined = show?.joined ?? [];
  const ready = show?.connected && show.connected.home + show.connected.studio;
  return (
    <div className={styles['idle']} data-between={children === undefined ? undefined : ''}>
      <div className={styles['name']}>
        {logo !== undefined && children === undefined && <Logo />}
        <div className={styles['words']}>
          <h1
            tabIndex={-1}
            style={{ fontSize: fitted(name, children === undefined ? '16vh' : '9vh', WIDE) }}
          >
            {name}
          </h1>
        </div>
      </div>
      {children}
      {show !== null && (
        <div className={styles['join']}>
          <div className={styles['code']}>
            <QrCode text={url} label={m.stageScreenAddressPlayAlong()} />
          </div>
          <div className={styles['invitation']}>
            <p>
              {withElements(
                m.stageScreenPlayAlongAt({ address: slot(0) }),
                <strong>{text}</strong>,
              )}
            </p>
            {code !== null && (
              <p data-code>
                {withElements(m.stageScreenCodeIs({ code: slot(0) }), <strong>{code}</strong>)}
              </p>
            )}
            {ready !== undefined && (
              <div className={styles['ready']}>
                <p>
                  {ready === 0
                    ? m.stageScreenFirstPlayerLightsFirst()
                    : withElements(
                        m.stageScreenPlayersReady({ count: ready, shown: slot(0) }),
                        <b>{numberText(ready)}</b>,
                      )}
                </p>
                <div className={styles['home']}>
                  <Lamps
                    lit={ready}
                    of={Math.max(ready, 1)}
                    studio={show.connected?.studio ?? 0}
                    fresh={joined.length}
                    isLow
                  />
                </div>
                <ul className={styles['joined']} aria-label={m.stageScreenJustJoined()}>
                  {joined.map(({ name: player, at }) => (
                    <li key={`${at} ${player}`} dir="auto">
                      {player}
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
