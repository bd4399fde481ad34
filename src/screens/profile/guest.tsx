import { m } from 'messages';
import type { User } from '#machines/contract/entities.ts';
import { codeText, PERSONAL_CODE_LENGTH } from '#machines/show/rules/join-code.ts';
import { linkButton } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { Page } from '#src/components/layout.tsx';
import { Link } from '#src/components/link.tsx';
import { Note } from '#src/components/note.tsx';
import styles from './profile.module.css';

interface GuestProfileProps {
  readonly user: User;
  /**
   * The code for signing in on another device; null: not stored on this device. A seat has a longer key, which is not
   * shown.
   */
  readonly code: string | null;
}

/** A guest's profile: the nickname, the code for another device, and a way to keep the points. */
export function GuestProfile({ user, code }: GuestProfileProps) {
  const personalCode = code?.length === PERSONAL_CODE_LENGTH ? code : null;
  return (
    <Page title={m.profileYourePlayingAsGuest()} width="narrow">
      <Card
        actions={
          <Link to="/register" className={linkButton('primary')}>
            {m.profileKeepMyPoints()}
          </Link>
        }
      >
        <dl className={styles['facts']}>
          <dt>{m.profileNickname()}</dt>
          <dd dir="auto" translate="no">
            {user.name}
          </dd>
          {personalCode !== null && (
            <>
              <dt>{m.profilePersonalCode()}</dt>
              <dd translate="no">{codeText(personalCode)}</dd>
            </>
          )}
        </dl>
      </Card>
      <Note>
        {personalCode === null ? m.profileRegisterKeepYourAnswers() : m.profileComeBackOrRegister()}
      </Note>
    </Page>
  );
}
