import { m } from 'messages';
import { useSelector } from '@xstate/react';
import DoorClosed from 'lucide-react/icons/door-closed';
import { type ReactNode, useState } from 'react';
import { useLocation, useMatch } from 'react-router-dom';
import { isGuest } from '#machines/contract/audience.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import {
  type JoinActor,
  selectIsBusy,
  selectMessage,
  selectShow,
  selectStep,
} from '#machines/show/join.ts';
import { JOIN_CODE_LENGTH } from '#machines/show/rules/join-code.ts';
import { textIn } from '#src/bindings/form.ts';
import { TermsNote } from '#src/bindings/terms-note.tsx';
import LanguageChoice from '#src/bindings/language-choice.tsx';
import { useUser } from '#src/bindings/runtime.tsx';
import { Button, linkButton, standaloneLink } from '#src/components/button.tsx';
import { TextField } from '#src/components/field.tsx';
import { FormCard } from '#src/components/form-card.tsx';
import { Page } from '#src/components/layout.tsx';
import { Link } from '#src/components/link.tsx';
import { Result } from '#src/components/result.tsx';
import { useDarkPage, useJoin } from './hook.ts';
import styles from './join.module.css';
import { TeamChoice } from './team-choice.tsx';

/** `/join` and `/join/CODE` join a show by the code on its stage. `/join#KEY` signs a contestant in at a seat. */
export default function JoinView() {
  useDarkPage();
  const code = useMatch('/join/:code')?.params.code ?? '';
  const personalCode = useLocation().hash.slice(1);
  const user = useUser();
  // A guest of another show counts as having no account, and joins this show as a new guest.
  const account = user !== null && !isGuest(user) ? user.name : null;
  const join = useJoin({ code, personalCode, hasAccount: account !== null });
  return (
    <JoinScreen join={join} account={account} terms={<TermsNote />} language={<LanguageChoice />} />
  );
}

interface JoinScreenProps {
  readonly join: JoinActor;
  /** The name of the account that joins; null: a guest, who needs a nickname. */
  readonly account: string | null;
  /** The terms that a guest accepts by joining. */
  readonly terms?: ReactNode;
  /** The choice of the language. */
  readonly language?: ReactNode;
}

export function JoinScreen({ join, account, terms, language }: JoinScreenProps) {
  const step = useSelector(join, selectStep);
  const show = useSelector(join, selectShow);
  const message = useSelector(join, selectMessage);
  const busy = useSelector(join, selectIsBusy);
  if (step === 'refused' || step === 'full')
    return (
      <Result
        icon={<DoorClosed />}
        title={step === 'full' ? m.joinNoRoomLeft() : (show?.title ?? m.joinCannotJoin())}
        words={<p>{message}</p>}
        ways={
          <>
            {step === 'full' && (
              <Button tone="primary" onClick={() => join.send({ type: 'join.name', name: '' })}>
                {m.commonTryAgain()}
              </Button>
            )}
            {show?.joining === 'accounts' && (
              <>
                <Link to="/login" className={linkButton('primary')}>
                  {m.commonLog()}
                </Link>
                <Link to="/register" className={linkButton()}>
                  {m.joinRegister()}
                </Link>
              </>
            )}
            <Button onClick={() => join.send({ type: 'join.again' })}>
              {m.joinEnterAnotherCode()}
            </Button>
          </>
        }
      />
    );
  const common = {
    busy,
    error: message ?? undefined,
    onEdit: () => join.send({ type: 'join.edited' }),
  } as const;
  if (step === 'code') return <CodeStep join={join} language={language} {...common} />;
  return (
    <Page title={show?.title ?? m.joinJoinShow()} lead={m.joinYoureAlmost()} width="narrow">
      <FormCard
        {...common}
        label={m.joinFormLabel()}
        submit={account === null ? m.joinJoin() : m.joinJoinAs({ account })}
        submitting={m.joinJoining()}
        onSubmit={(data) =>
          join.send({ type: 'join.name', name: textIn(data, 'name'), team: textIn(data, 'team') })
        }
      >
        {account === null && (
          <TextField
            label={m.joinNickname()}
            name="name"
            hint={m.joinOtherPlayersSeeBoards()}
            maxLength={LIMITS.nameLength}
            autoComplete="nickname"
            required
          />
        )}
        {show?.teams !== undefined && <TeamChoice teams={show.teams} />}
      </FormCard>
      {account === null && terms}
      <p>
        <Button onClick={() => join.send({ type: 'join.again' })}>
          {m.joinEnterAnotherCode()}
        </Button>
      </p>
      {language}
    </Page>
  );
}

interface CodeStepProps {
  readonly join: JoinActor;
  readonly language: ReactNode;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onEdit: () => void;
}

/** Asks for the join code of a show, or for the personal code of a guest who returns. */
function CodeStep({ join, language, ...common }: CodeStepProps) {
  const [isBack, setIsBack] = useState(false);
  const swap = () => {
    common.onEdit();
    setIsBack(!isBack);
  };
  return (
    <Page
      title={isBack ? m.joinWelcomeBack() : m.joinTitle()}
      lead={isBack ? m.joinFindYourPersonalCode() : m.joinCodeScreenNoAccount()}
      width="narrow"
    >
      <div className={isBack ? undefined : styles['code']}>
        <FormCard
          {...common}
          key={String(isBack)}
          label={isBack ? m.joinComeBack() : m.joinCodeFormLabel()}
          submit={isBack ? m.joinComeBackButton() : m.joinNext()}
          submitting={isBack ? m.joinComingBack() : m.joinLooking()}
          onSubmit={(data) =>
            join.send(
              isBack
                ? { type: 'join.return', personalCode: textIn(data, 'code') }
                : { type: 'join.code', code: textIn(data, 'code') },
            )
          }
        >
          <TextField
            label={isBack ? m.joinPersonalCode() : m.joinJoinCode()}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            placeholder={isBack ? undefined : '•'.repeat(JOIN_CODE_LENGTH)}
            required
          />
        </FormCard>
      </div>
      <p>
        <Button tone="quiet" onClick={swap}>
          {isBack ? m.joinIHaveJoinCode() : m.joinIHavePersonalCode()}
        </Button>
      </p>
      <p>
        <Link to="/login" className={standaloneLink}>
          {m.joinLogWithAccount()}
        </Link>
      </p>
      {language}
    </Page>
  );
}
