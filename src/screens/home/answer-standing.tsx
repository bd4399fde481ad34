import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import type { BoardsActor } from '#machines/results/boards.ts';
import type { OwnAnswer } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import {
  type QuestionsActor,
  type QuestionView,
  selectAudience,
} from '#machines/answering/questions.ts';
import type { WindowState } from '#machines/answering/rules/schedule.ts';
import { useDraft } from '#src/bindings/show.ts';
import { AnswerStateNote } from '#src/components/answer-state-note.tsx';
import { Disclosure } from '#src/components/disclosure.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './home.module.css';
import { loadMoment } from './moment.load.ts';
import { atText } from '#src/words/counts-and-times.ts';

const Moment = lazy(loadMoment);
const Explained = lazy(() => import('./explained.tsx'));

export interface AnswerStandingProps {
  readonly questions: QuestionsActor;
  readonly question: QuestionView;
  readonly moment: BoardsActor | null;
  /** What it is to the reader. */
  readonly state: WindowState;
  /** Who may answer instead, while it is locked. */
  readonly label: string | null;
  /** What is held may be old. */
  readonly isChecking: boolean;
}

/** Where the reader's answer to a question stands, while nobody is typing one. */
export function AnswerStanding(props: AnswerStandingProps) {
  const { questions, question, moment, state, label, isChecking } = props;
  const audience = useSelector(questions, selectAudience);
  const draft = useDraft(questions, question.gameSessionId);
  const { answer, text } = question;
  if (answer !== null)
    return (
      <>
        <AnswerStateNote state="saved">{savedText(answer, moment === null)}</AnswerStateNote>
        {moment !== null && audience !== null ? (
          <div className={styles['moment']}>
            <Suspense>
              <Moment
                key={answer.gameSessionId}
                boards={moment}
                isFrozen={question.isFrozen}
                {...{ questions, answer, audience }}
              />
            </Suspense>
          </div>
        ) : (
          answer.held === true && <p>{MESSAGES.answer.held}</p>
        )}
        {state === 'expired' && question.hasResult && answer.held !== true && (
          <HowItCounts gameSessionId={question.gameSessionId} />
        )}
      </>
    );
  if (isChecking && state !== 'expired')
    return (
      <AnswerStateNote state="checking">
        {draft !== '' && (
          <>
            kept on this device: <Verbatim>{draft}</Verbatim>
          </>
        )}
      </AnswerStateNote>
    );
  if (state === 'locked')
    // Without a text the card has the mode as its title.
    return <AnswerStateNote state="notForYou">{text !== null && `· ${label}`}</AnswerStateNote>;
  if (state === 'open' && draft !== '')
    return (
      <AnswerStateNote state="draft">
        kept on this device: <Verbatim>{draft}</Verbatim>
      </AnswerStateNote>
    );
  return <AnswerStateNote state="notAnswered" />;
}

/** When it was saved; with the answer, where it does not stand below. */
const savedText = ({ answeredAt, answer_text: text }: OwnAnswer, isAlone: boolean): string =>
  [atText(answeredAt), isAlone ? text : ''].filter((each) => each !== '').join(': ');

/** Loaded when somebody looks: a card is one of many, of many people. */
function HowItCounts({ gameSessionId }: { readonly gameSessionId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure summary="How it counts" onToggle={setIsOpen}>
      {isOpen && (
        <Suspense>
          <Explained gameSessionId={gameSessionId} />
        </Suspense>
      )}
    </Disclosure>
  );
}
