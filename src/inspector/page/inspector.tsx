import PanelLeft from 'lucide-react/icons/panel-left';
import PanelRight from 'lucide-react/icons/panel-right';
import { useEffect } from 'react';
import {
  Button,
  EmptyState,
  IconButton,
  Note,
  Spoken,
  standaloneLink,
  useUrlState,
} from '../product.ts';
import { Address, type AddressProps } from './address.tsx';
import { ActorTree } from './actor-tree.tsx';
import { Bench, chosenActor } from './bench.tsx';
import styles from './inspector.module.css';
import type { SeenWindow } from './seen.ts';
import { Names } from './names.tsx';
import type { Session } from './session.ts';
import { useSessionState } from './use-session.ts';
import { Windows } from './windows.tsx';

export interface InspectorProps extends AddressProps {
  readonly session: Session;
  /** The id of the window that it stands in, if that can be inspected too. */
  readonly own: string | null;
}

/** The windows of a code, one of them closer, one actor of it closest. */
export function Inspector({ code, hosts, session, own }: InspectorProps) {
  const { seen, problem } = useSessionState(session);
  const [windowId, setWindow] = useUrlState('window');
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
        <p className={styles['code']}>
          Code <code>{code}</code>
        </p>
        <Address code={code} hosts={hosts} />
        <a className={standaloneLink} href="/inspect/atlas">
          Atlas
        </a>
        <div className={styles['folds']}>
          <IconButton
            label="Windows and actors"
            icon={<PanelLeft />}
            aria-pressed={!folded.includes('l')}
            onClick={() => fold('l')}
          />
          <IconButton
            label="Details"
            icon={<PanelRight />}
            aria-pressed={!folded.includes('r')}
            onClick={() => fold('r')}
          />
        </div>
      </header>
      <Spoken>
        {typeof problem === 'string' && (
          <Note tone="danger" title="Other devices cannot be heard">
            <p>
              The server&#39;s line is shut ({problem}). Windows of this browser are still seen.
            </p>
            <Button onClick={session.retry}>Try Again</Button>
          </Note>
        )}
      </Spoken>
      <Names actors={shown?.actors ?? null}>
        <div className={styles['bench']} data-folded={folded}>
          <aside className={styles['side']} aria-label="Windows and actors">
            <Windows windows={[...seen.values()]} own={own} chosen={chosen} onChoose={setWindow} />
            {shown !== undefined && <Actors shown={shown} />}
          </aside>
          {shown === undefined ? (
            <div className={styles['nothing']}>
              <EmptyState
                title="No window says anything yet"
                hint={`Open one here, or go to the address on another device. It appears by itself.`}
              />
            </div>
          ) : (
            <Bench shown={shown} session={session} />
          )}
        </div>
      </Names>
    </div>
  );
}

/** Rather a window of the product than the inspector's own. */
const firstOf = (windows: readonly SeenWindow[], own: string | null): SeenWindow | undefined => {
  const living = windows.filter(({ isGone }) => !isGone);
  return living.find(({ window }) => window.kind === 'page' && window.id !== own) ?? living[0];
};

function Actors({ shown }: { readonly shown: SeenWindow }) {
  const [actor, setActor] = useUrlState('actor');
  return (
    <ActorTree
      actors={shown.actors}
      chosen={chosenActor(shown, actor)?.id ?? null}
      onChoose={setActor}
    />
  );
}
