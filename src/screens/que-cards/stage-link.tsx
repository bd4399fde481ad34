import { m } from 'messages';
import { dateText } from 'messages/format';
import { useState } from 'react';
import type { Direction } from '#machines/contract/stage.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { stageAct, selectIsActing, STAGE } from '#machines/show/producer.ts';
import { useSelector } from '@xstate/react';
import type { ProducerActors } from '#src/bindings/producer-actors.ts';
import { useJoinOrigin } from '#src/bindings/public-config.ts';
import { Button } from '#src/components/button.tsx';
import { CopyButton } from '#src/components/copy-button.tsx';
import { ConfirmDialog } from '#src/components/dialog.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { QrCode } from '#src/components/qr-code.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import styles from './stage-panel.module.css';

interface StageLinkProps {
  readonly actors: ProducerActors;
  readonly direction: Direction;
  /** The show that owns the screens. Default: the house show. */
  readonly showId?: string;
}

/** Describes what happens to screens that were opened with the link when it is replaced or revoked. */
const consequence = (screens: number): string => m.queCardsScreensGoDark({ count: screens });

const ASKED = {
  revoke: {
    type: 'revokeLink',
    title: m.queCardsRevokeLink(),
    label: m.queCardsConfirmRevokeLink(),
    after: m.queCardsAddressStopsWorking(),
  },
  replace: {
    type: 'createLink',
    title: m.queCardsMakeNewLink(),
    label: m.queCardsConfirmNewLink(),
    after: m.queCardsOldAddressStopsWorking(),
  },
} as const;

/** The link that opens the stage screen on a device without an account. */
export function StageLink({
  actors: { producer, createdLink },
  direction,
  showId = HOUSE_SHOW,
}: StageLinkProps) {
  const { link, screens } = direction;
  const busy = useSelector(producer, selectIsActing(STAGE));
  const [asking, setAsking] = useState<keyof typeof ASKED | null>(null);
  const [kept, setKept] = useState<string | null>(null);
  const hasNewAddress =
    createdLink !== null && createdLink.createdAt === link?.createdAt && createdLink.path !== kept;
  const asked = asking === null ? null : ASKED[asking];
  const act = (type: 'createLink' | 'revokeLink') => producer.send(stageAct(showId, { type }));
  return (
    <Stack gap="tight">
      <Cluster spread>
        <p className={styles['facts']}>
          {link === null
            ? m.queCardsNoLinkOnlyAdmins()
            : m.queCardsLinkOpensWithoutLogging({ since: dateText(link.createdAt) })}
        </p>
        <Cluster>
          {link === null ? (
            <Button busy={busy} onClick={() => act('createLink')}>
              {m.queCardsCreateLink()}
            </Button>
          ) : (
            <>
              <Button busy={busy} onClick={() => setAsking('replace')}>
                {m.queCardsNewLink()}
              </Button>
              <Button tone="danger" busy={busy} onClick={() => setAsking('revoke')}>
                {m.queCardsConfirmRevokeLink()}
              </Button>
            </>
          )}
        </Cluster>
      </Cluster>
      <Spoken>
        {hasNewAddress && (
          <NewAddress path={createdLink.path} onDone={() => setKept(createdLink.path)} />
        )}
      </Spoken>
      <ConfirmDialog
        open={asked !== null}
        title={asked?.title ?? ''}
        confirmLabel={asked?.label ?? ''}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          if (asked !== null) act(asked.type);
          setAsking(null);
        }}
      >
        <p>{`${consequence(screens)} ${asked?.after ?? ''}`}</p>
      </ConfirmDialog>
    </Stack>
  );
}

interface NewAddressProps {
  readonly path: string;
  readonly onDone: () => void;
}

function NewAddress({ path, onDone }: NewAddressProps) {
  const address = `${useJoinOrigin()}${path}`;
  return (
    <div className={styles['address']}>
      <div className={styles['code']}>
        <QrCode text={address} label={m.queCardsAddressStageScreen()} />
      </div>
      <p>
        {m.queCardsOpenAddressStudiosScreen()} <code translate="no">{address}</code>
      </p>
      <Cluster>
        <CopyButton text={address} what="address" />
        <Button onClick={onDone}>{m.queCardsDone()}</Button>
      </Cluster>
    </div>
  );
}
