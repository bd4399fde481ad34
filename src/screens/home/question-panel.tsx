import { slot, withElements } from '#src/components/slots.tsx';
import { m } from 'messages';
import type { OwnAnswer, RoleId } from '#machines/contract/entities.ts';
import { voidText } from '#machines/results/rules/finality.ts';
import type { EntryFeeActor } from '#machines/payment/payments.ts';
import type { QuestionView } from '#machines/answering/questions.ts';
import type { QuestionWindow } from '#machines/answering/release-window.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import { useLockedLabel } from '#src/bindings/question-window.ts';
import { Card } from '#src/components/card.tsx';
import { Note } from '#src/components/note.tsx';
import { EntryFee } from './entry-fee.tsx';
import styles from './home.module.css';
import { SCORING } from '#src/words/counts-and-times.ts';

export interface QuestionPanelProps {
  readonly question: QuestionView;
  readonly window: QuestionWindow;
  readonly roleId: RoleId;
  /** The entry fee of shows that ask for one; null: the reader never pays. */
  readonly fee: EntryFeeActor | null;
}

/** The selected question: the reader's own answer, its points, and how points are calculated. */
export function QuestionPanel({ question, window, roleId, fee }: QuestionPanelProps) {
  const { text, answer } = question;
  const label = useLockedLabel(window, audienceOf(roleId));
  return (
    <Card
      as="section"
      label={m.homeSelectedQuestion()}
      title={m.homeSelectedQuestion()}
      aside={
        fee !== null && question.hasEntryFee === true ? (
          <EntryFee fee={fee} question={question} />
        ) : undefined
      }
    >
      <p className={styles['chosen']}>{text ?? label}</p>
      {answer !== null && (
        <Answered
          answer={answer}
          isFinal={question.hasResult && question.isFinal}
          voidReason={question.voidReason}
        />
      )}
      <Note title={m.answerScoring()}>{SCORING[roleId]}</Note>
    </Card>
  );
}

interface AnsweredProps {
  readonly answer: OwnAnswer;
  readonly isFinal: boolean;
  /** Why the question does not count; null: it counts. */
  readonly voidReason: string | null;
}

function Answered({ answer, isFinal, voidReason }: AnsweredProps) {
  return (
    <Note tone="ok" title={m.answerAlready()}>
      <p>
        {withElements(
          m.homeYourAnswerIs({ answer: slot(0) }),
          <strong dir="auto" translate="no">
            {answer.answer_text}
          </strong>,
        )}
      </p>
      {voidReason !== null || answer.held === true ? (
        <p>{voidReason === null ? m.answerHeld() : voidText(voidReason)}</p>
      ) : (
        <p>
          {withElements(
            isFinal ? m.homeWorth({ points: slot(0) }) : m.homeWorthSoFar({ points: slot(0) }),
            <strong>{m.countPoints({ count: answer.awardedPoints })}</strong>,
          )}
        </p>
      )}
    </Note>
  );
}
