import { slot, withElements } from '#src/components/slots.tsx';
import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import type { BoardsActor } from '#machines/results/boards.ts';
import type { OwnAnswer } from '#machines/contract/entities.ts';
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
import hero from './hero.module.css';
import styles from './home.module.css';
import { loadAnswerReveal } from './answer-reveal.load.ts';
import { atText } from '#src/words/counts-and-times.ts';

const AnswerReveal = lazy(loadAnswerReveal);
const MissedBoard = lazy(() => import('./missed-board.tsx'));
const Explained = lazy(() => import('./explained.tsx'));

export interface AnswerStandingProps {
  readonly questions: QuestionsActor;
  readonly question: QuestionView;
  readonly boards: BoardsActor | null;
  /** State of the question for the reader. */
  readonly state: WindowState;
  /** Who may answer instead, while it is locked. */
  readonly label: string | null;
  /** Whether the data may be outdated. */
  readonly isChecking: boolean;
}

/** State of the reader's answer to a question, while no answer is being typed. */
export function AnswerStanding(props: AnswerStandingProps) {
  const { questions, question, boards, state, label, isChecking } = props;
  const audience = useSelector(questions, selectAudience);
  const draft = useDraft(questions, question.gameSessionId);
  const { answer, text, voidReason } = question;
  const isVoid = voidReason !== null;
  if (answer !== null)
    return (
      <>
        <AnswerStateNote state="saved">
          {savedText(answer, boards === null || isVoid)}
        </AnswerStateNote>
        {isVoid ? null : boards !== null && audience !== null ? (
          <div className={styles['reveal']}>
            <Suspense>
              <AnswerReveal
                key={answer.gameSessionId}
                boards={boards}
                isFrozen={question.isFrozen}
                board={question.board}
                {...{ questions, answer, audience }}
              />
            </Suspense>
          </div>
        ) : (
          answer.held === true && <p>{m.answerHeld()}</p>
        )}
        {state === 'expired' && question.hasResult && answer.held !== true && (
          <HowItCounts gameSessionId={question.gameSessionId} />
        )}
      </>
    );
  if (isChecking && state !== 'expired')
    return (
      <AnswerStateNote state="checking">
        {draft !== '' && <SavedHere draft={draft} />}
      </AnswerStateNote>
    );
  if (state === 'locked')
    // Without a text, the card's title already says who may answer.
    return <AnswerStateNote state="notForYou">{text !== null && `· ${label}`}</AnswerStateNote>;
  if (state === 'open' && draft !== '')
    return (
      <AnswerStateNote state="draft">
        <SavedHere draft={draft} />
      </AnswerStateNote>
    );
  return (
    <>
      <AnswerStateNote state="notAnswered" />
      {boards !== null &&
        (question.board === undefined ? (
          <div data-shown={false} className={hero['waiting']}>
            <h2>{m.questionsTimeUp()}</h2>
            <p>{m.questionsSoonHint()}</p>
          </div>
        ) : (
          <Suspense>
            <MissedBoard board={question.board} />
          </Suspense>
        ))}
    </>
  );
}

/** When the answer was saved, with its text if `isAlone`. */
const savedText = ({ answeredAt, answer_text: text }: OwnAnswer, isAlone: boolean): string =>
  [atText(answeredAt), isAlone ? text : ''].filter((each) => each !== '').join(': ');

/** Explains the points; loaded only when opened, as a list has many cards and many readers. */
function HowItCounts({ gameSessionId }: { readonly gameSessionId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Disclosure summary={m.homeHowScored()} onToggle={setIsOpen}>
      {isOpen && (
        <Suspense>
          <Explained gameSessionId={gameSessionId} />
        </Suspense>
      )}
    </Disclosure>
  );
}

const SavedHere = ({ draft }: { readonly draft: string }) =>
  withElements(m.homeSavedOnDevice({ draft: slot(0) }), <Verbatim>{draft}</Verbatim>);
