import { useEffect, useState } from 'react';
import { App, type InspectedApp } from '../app.tsx';
import type { LocalInspector } from '../agent/agent.ts';
import { openInspectorLink, type Transport } from '../link.ts';
import { inspectionCodeSchema } from '../protocol.ts';
import { newCode } from '../random.ts';
import { Button, Empty, IconButton, Live, Note } from '../ui/ui.tsx';
import { useUrlState } from '../ui/url-state.ts';
import { ActorTree } from './actor-tree.tsx';
import { Address, type AddressProps } from './address.tsx';
import { Bench, chosenActor } from './bench.tsx';
import styles from './inspector.module.css';
import { ActorNames } from './names.tsx';
import type { SeenWindow } from './seen.ts';
import { createSession, openWithOwn, type Session, useSessionState } from './session.ts';
import { Windows } from './windows.tsx';

export interface InspectorPageProps extends Pick<AddressProps, 'hosts' | 'unreachable'> {
  readonly app: InspectedApp;
  /** Null if only windows of this browser can be inspected. */
  readonly transport: Transport | null;
  /** The agent of this browser window; null if the window cannot be inspected. */
  readonly local: LocalInspector | null;
  /** URL of the atlas page. */
  readonly atlas: string;
}

/** The inspector of all browser windows with one pairing code. The code is in the URL, so that a reload keeps it. */
export function InspectorPage({ app, transport, local, ...rest }: InspectorPageProps) {
  const [given, setCode] = useUrlState('code');
  const code = inspectionCodeSchema.safeParse(given).data ?? null;
  useEffect(() => {
    if (code === null) setCode(newCode());
  });
  return (
    code !== null && (
      <App value={app}>
        <Opened key={code} code={code} transport={transport} local={local} {...rest} />
      </App>
    )
  );
}

type OpenedProps = Omit<InspectorPageProps, 'app'> & { readonly code: string };
function Opened({ code, transport, local, ...rest }: OpenedProps) {
  const [session] = useState(() =>
    createSession((listener) =>
      openWithOwn(local, listener, (others) => openInspectorLink({ code, transport, ...others })),
    ),
  );
  return <Inspector code={code} session={session} own={local?.window ?? null} {...rest} />;
}

export interface InspectorProps extends AddressProps {
  readonly session: Session;
  /** Id of the browser window in which the inspector runs. */
  readonly own: string | null;
  readonly atlas: string;
}
/** Shows the browser windows with one pairing code, and one window and one of its actors in detail. */
export function Inspector({ session, own, atlas, ...address }: InspectorProps) {
  const { seen, problem } = useSessionState(session);
  const [windowId, setWindow] = useUrlState('window');
  const [actor, setActor] = useUrlState('actor');
  const shown = seen.get(windowId) ?? firstOf([...seen.values()], own);
  const chosen = shown?.window.id ?? null;
  const [folded, setFolded] = useUrlState('folded');
  const fold = (side: string) =>
    setFolded(folded.includes(side) ? folded.replace(side, '') : folded + side);

  useEffect(() => session.watch(chosen), [session, chosen]);

  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 tabIndex={-1}>Inspector</h1>
        <p>
          Code <code>{address.code}</code>
        </p>
        <Address {...address} />
        <a href={atlas}>Atlas</a>
        <div className={styles['folds']}>
          <IconButton
            label="Windows and actors"
            aria-pressed={!folded.includes('l')}
            onClick={() => fold('l')}
          >
            ◧
          </IconButton>
          <IconButton
            label="Details"
            aria-pressed={!folded.includes('r')}
            onClick={() => fold('r')}
          >
            ◨
          </IconButton>
        </div>
      </header>
      <Live>
        {typeof problem === 'string' && (
          <Note tone="danger" title="Other devices cannot be heard">
            <p>
              The server&#39;s line is shut ({problem}). Windows of this browser are still seen.
            </p>
            <Button onClick={session.retry}>Try Again</Button>
          </Note>
        )}
      </Live>
      <ActorNames actors={shown?.actors ?? null}>
        <div className={styles['bench']} data-folded={folded}>
          <aside className={styles['side']} aria-label="Windows and actors">
            <Windows windows={[...seen.values()]} own={own} chosen={chosen} onChoose={setWindow} />
            {shown !== undefined && (
              <ActorTree
                actors={shown.actors}
                chosen={chosenActor(shown, actor)?.id ?? null}
                onChoose={setActor}
              />
            )}
          </aside>
          {shown === undefined ? (
            <Empty
              title="No window says anything yet"
              hint="Open one here, or go to the address on another device. It appears by itself."
            />
          ) : (
            <Bench shown={shown} session={session} />
          )}
        </div>
      </ActorNames>
    </div>
  );
}

/** Returns the window to show first: a window of the app rather than the inspector's own. */
const firstOf = (windows: readonly SeenWindow[], own: string | null): SeenWindow | undefined => {
  const living = windows.filter(({ isGone }) => !isGone);
  return living.find(({ window }) => window.kind === 'page' && window.id !== own) ?? living[0];
};
