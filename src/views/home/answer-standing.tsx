import type { QuestionsActor, QuestionView, Standing } from '#machines/questions.ts';
import { useDraft } from '#src/bindings/show.ts';
import { AnswerStateNote } from '#src/components/answer-state-note.tsx';
import { timeText } from './words.ts';

export interface AnswerStandingProps {
  readonly questions: QuestionsActor;
  readonly question: QuestionView;
  /** The reader's own. */
  readonly own: Standing;
}

/** Where the reader's answer to a question stands, while nobody is typing one. */
export function AnswerStanding({ questions, question, own }: AnswerStandingProps) {
  const draft = useDraft(questions, question.gameSessionId);
  const { answer, text } = question;
  if (answer !== null)
    return (
      <AnswerStateNote state="saved">
        at {timeText(answer.answeredAt)}: {answer.answer_text}
      </AnswerStateNote>
    );
  if (own.state === 'locked')
    // Without a text the card has the mode as its title.
    return <AnswerStateNote state="notForYou">{text !== null && `· ${own.label}`}</AnswerStateNote>;
  if (own.state === 'open' && draft !== '')
    return <AnswerStateNote state="draft">kept on this device: {draft}</AnswerStateNote>;
  return <AnswerStateNote state="notAnswered" />;
}
