import { useSelector } from '@xstate/react';
import DoorClosed from 'lucide-react/icons/door-closed';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router-dom';
import { isGuest } from '#machines/contract/audience.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import {
  type JoinActor,
  selectIsBusy,
  selectMessage,
  selectShow,
  selectStep,
} from '#machines/show/join.ts';
import { textIn } from '#src/bindings/form.ts';
import { TermsNote } from '#src/bindings/terms-note.tsx';
import { useUser } from '#src/bindings/runtime.tsx';
import { Button, linkButton, standaloneLink } from '#src/components/button.tsx';
import { TextField } from '#src/components/field.tsx';
import { FormCard } from '#src/components/form-card.tsx';
import { Page } from '#src/components/layout.tsx';
import { Result } from '#src/components/result.tsx';
import { useJoin } from './hook.ts';
import { TeamChoice } from './team-choice.tsx';

/** `/join` and `/join/CODE` join a show by the code on its stage. `/join#KEY` signs a contestant in at a seat. */
export default function JoinView() {
  const { code = '' } = useParams();
  const personalCode = useLocation().hash.slice(1);
  const user = useUser();
  // A guest of another show counts as having no account, and joins this show as a new guest.
  const account = user !== null && !isGuest(user) ? user.name : null;
  const join = useJoin({ code, personalCode, hasAccount: account !== null });
  return <JoinScreen join={join} account={account} terms={<TermsNote />} />;
}

interface JoinScreenProps {
  readonly join: JoinActor;
  /** The name of the account that joins; null: a guest, who needs a nickname. */
  readonly account: string | null;
  /** The terms that a guest accepts by joining. */
  readonly terms?: ReactNode;
}

export function JoinScreen({ join, account, terms }: JoinScreenProps) {
  const step = useSelector(join, selectStep);
  const show = useSelector(join, selectShow);
  const message = useSelector(join, selectMessage);
  const busy = useSelector(join, selectIsBusy);
  if (step === 'refused' || step === 'full')
    return (
      <Result
        icon={<DoorClosed />}
        title={step === 'full' ? 'No Room Left' : (show?.title ?? 'Cannot Join')}
        words={<p>{message}</p>}
        ways={
          <>
            {step === 'full' && (
              <Button tone="primary" onClick={() => join.send({ type: 'join.name', name: '' })}>
                Try Again
              </Button>
            )}
            {show?.joining === 'accounts' && (
              <>
                <Link to="/login" className={linkButton('primary')}>
                  Log In
                </Link>
                <Link to="/register" className={linkButton()}>
                  Register
                </Link>
              </>
            )}
            <Button onClick={() => join.send({ type: 'join.again' })}>Enter Another Code</Button>
          </>
        }
      />
    );
  const common = {
    busy,
    error: message ?? undefined,
    onEdit: () => join.send({ type: 'join.edited' }),
  } as const;
  if (step === 'code') return <CodeStep join={join} {...common} />;
  return (
    <Page title={show?.title ?? 'Join the Show'} lead="You're almost in." width="narrow">
      <FormCard
        {...common}
        label="Join the show"
        submit={account === null ? 'Join' : `Join as ${account}`}
        submitting="Joining…"
        onSubmit={(data) =>
          join.send({ type: 'join.name', name: textIn(data, 'name'), team: textIn(data, 'team') })
        }
      >
        {account === null && (
          <TextField
            label="Nickname"
            name="name"
            hint="Other players see it on the boards."
            maxLength={LIMITS.nameLength}
            autoComplete="nickname"
            required
          />
        )}
        {show?.teams !== undefined && <TeamChoice teams={show.teams} />}
      </FormCard>
      {account === null && terms}
      <p>
        <Button onClick={() => join.send({ type: 'join.again' })}>Enter Another Code</Button>
      </p>
    </Page>
  );
}

interface CodeStepProps {
  readonly join: JoinActor;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onEdit: () => void;
}

/** Asks for the join code of a show, or for the personal code of a guest who returns. */
function CodeStep({ join, ...common }: CodeStepProps) {
  const [isBack, setIsBack] = useState(false);
  const swap = () => {
    common.onEdit();
    setIsBack(!isBack);
  };
  return (
    <Page
      title={isBack ? 'Welcome Back' : 'Join a Show'}
      lead={
        isBack
          ? 'Find your personal code in the profile on the device you joined with.'
          : 'The code is on the screen. No account needed.'
      }
      width="narrow"
    >
      <FormCard
        {...common}
        key={String(isBack)}
        label={isBack ? 'Come back' : 'Join a show'}
        submit={isBack ? 'Come Back' : 'Next'}
        submitting={isBack ? 'Coming back…' : 'Looking…'}
        onSubmit={(data) =>
          join.send(
            isBack
              ? { type: 'join.return', personalCode: textIn(data, 'code') }
              : { type: 'join.code', code: textIn(data, 'code') },
          )
        }
      >
        <TextField
          label={isBack ? 'Personal code' : 'Join code'}
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          required
        />
      </FormCard>
      <p>
        <Button tone="quiet" onClick={swap}>
          {isBack ? 'I have a join code' : 'I have a personal code'}
        </Button>
      </p>
      <p>
        <Link to="/login" className={standaloneLink}>
          Log in with an account
        </Link>
      </p>
    </Page>
  );
}
