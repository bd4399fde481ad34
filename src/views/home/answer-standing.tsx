import type { QuestionView, Standing } from '#machines/questions.ts';
import { useDraft } from '#src/bindings/show.ts';
import { AnswerStateNote } from '#src/components/answer-state-note.tsx';
import { timeText } from './words.ts';

export interface AnswerStandingProps {
  readonly question: QuestionView;
  /** The reader's own. */
  readonly own: Standing;
}

/** Where the reader's answer to a question stands, while nobody is typing one. */
export function AnswerStanding({ question, own }: AnswerStandingProps) {
  const draft = useDraft(question.gameSessionId);
  const { answer } = question;
  if (answer !== null)
    return (
      <AnswerStateNote state="saved">
        at {timeText(answer.answeredAt)}: {answer.answer_text}
      </AnswerStateNote>
    );
  if (own.state === 'locked')
    return <AnswerStateNote state="notForYou">· {own.label}</AnswerStateNote>;
  if (own.state === 'open' && draft !== '')
    return <AnswerStateNote state="draft">kept on this device: {draft}</AnswerStateNote>;
  return <AnswerStateNote state="notAnswered" />;
}
