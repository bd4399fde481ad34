import { m } from 'messages';
import ExternalLink from 'lucide-react/icons/external-link';
import { useSelector } from '@xstate/react';
import { stageScreenPath } from '#machines/contract/brand.ts';
import { isOpenToAccounts, type Joining, type Rundown } from '#machines/contract/rundown.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import type { ShowView } from '#machines/show/calls.ts';
import {
  selectHasHouse,
  selectHouseDirection,
  selectIsBusy,
  selectMessage,
  selectRefusal,
  STAGE,
} from '#machines/show/producer.ts';
import { codeText } from '#machines/show/rules/join-code.ts';
import type { ProducerActors } from '#src/bindings/producer-actors.ts';
import { useJoinOrigin } from '#src/bindings/public-config.ts';
import { useBrand } from '#src/bindings/runtime.tsx';
import { linkButton } from '#src/components/button.tsx';
import { CopyButton } from '#src/components/copy-button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { SelectField } from '#src/components/field.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { QrCode } from '#src/components/qr-code.tsx';
import { StageLink } from '#src/screens/que-cards/stage-link.tsx';
import styles from './control.module.css';

const CHOICES: readonly (readonly [Joining, string])[] = [
  ['anybody', m.controlAnyoneWithAccountAs()],
  ['accounts', m.controlOnlyPlayersWithAccount()],
  ['code', m.controlOnlyPeopleWithCode()],
  ['invited', m.controlOnlyInvitedPlayers()],
];

/** The code by which people can join the show now; null: they cannot. A rehearsal is only for invited devices. */
export function joinCodeOf({ state, join }: Pick<Rundown, 'state' | 'join'>): string | null {
  if (join === undefined || (state !== 'draft' && state !== 'live')) return null;
  return join.joining === 'anybody' || join.joining === 'code' ? join.code : null;
}

/** Whether only the computer of the server can open addresses of this origin. */
const isLocal = (origin: string): boolean =>
  /^https?:\/\/(?:localhost|127\.|\[::1\])/u.test(origin);

/** What a producer has to know about who can play. */
function hintOf({ state, join }: Rundown): string {
  if (state === 'live') return m.controlYouCantChangeWhile();
  return join?.joining === 'invited'
    ? m.controlNobodyElseCanPlay()
    : m.controlGuestsOnlyNeedNickname();
}

interface LinksProps {
  readonly actors: ProducerActors;
  readonly view: ShowView;
  readonly onClose: () => void;
}

/** The links by which people join the show and screens open its stage, and who may join. */
export function Links({ actors, view, onClose }: LinksProps) {
  const { rundown } = view;
  const { producer } = actors;
  const origin = useJoinOrigin();
  const busy = useSelector(producer, selectIsBusy);
  const message = useSelector(producer, selectMessage);
  const refusal = useSelector(producer, selectRefusal(STAGE));
  const code = joinCodeOf(rundown);
  return (
    <Dialog open onClose={onClose} title={m.controlLinks()} error={message ?? refusal ?? undefined}>
      <Stack>
        {isLocal(origin) && <Note>{m.controlPhonesCantOpenThese()}</Note>}
        {code !== null && <JoinLink code={code} origin={origin} />}
        {rundown.join !== undefined && (
          <SelectField
            label={m.controlWhoCanPlay()}
            value={rundown.join.joining}
            hint={hintOf(rundown)}
            disabled={busy || rundown.state === 'live'}
            onChange={({ currentTarget: { value } }) => {
              const choice = CHOICES.find(([each]) => each === value);
              if (choice !== undefined)
                producer.send({
                  type: 'producer.act',
                  act: { type: 'joining', joining: choice[0] },
                });
            }}
          >
            {CHOICES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        <StageScreen actors={actors} view={view} />
      </Stack>
    </Dialog>
  );
}

function JoinLink({ code, origin }: { readonly code: string; readonly origin: string }) {
  const link = `${origin}/join/${code}`;
  return (
    <div className={styles['joining']}>
      <QrCode text={link} label={m.controlAddressJoin()} />
      <div>
        <p className={styles['code']} translate="no">
          {codeText(code)}
        </p>
        <code className={styles['token']} translate="no">
          {link}
        </code>
        <Cluster>
          <CopyButton text={link} what="link" />
        </Cluster>
      </div>
    </div>
  );
}

/**
 * The link of the screens that show the stage: its own of a show for members, and for a producer of this show only;
 * otherwise the house show's. The page here is this show's even while the house show's screens show another, as before
 * going live.
 */
function StageScreen({ actors, view: { rundown, direction } }: Omit<LinksProps, 'onClose'>) {
  const brand = useBrand();
  const house = useSelector(actors.producer, selectHouseDirection);
  const joining = rundown.join?.joining;
  const hasHouse = useSelector(actors.producer, selectHasHouse);
  const isOwn = !hasHouse || (joining !== undefined && !isOpenToAccounts(joining));
  const shown = isOwn ? direction : house;
  const showId = isOwn ? rundown.id : HOUSE_SHOW;
  if (shown === null) return null;
  const isOnHouse = !isOwn && [HOUSE_SHOW, shown.showId].includes(rundown.id);
  return (
    <section aria-label={m.controlStageScreen()}>
      <Stack gap="tight">
        <a
          href={`${stageScreenPath(brand)}${isOnHouse ? '' : `?show=${rundown.id}`}`}
          target="_blank"
          rel="noreferrer"
          className={linkButton()}
        >
          <ExternalLink />
          {m.controlOpenStageScreen()}
        </a>
        <StageLink actors={actors} direction={shown} showId={showId} />
      </Stack>
    </section>
  );
}
