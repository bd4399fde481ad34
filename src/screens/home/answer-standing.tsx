import type { QuestionsActor, QuestionView } from '#machines/questions.ts';
import type { WindowState } from '#machines/rules/schedule.ts';
import { useDraft } from '#src/bindings/show.ts';
import { AnswerStateNote } from '#src/components/answer-state-note.tsx';
import { atText } from './words.ts';

export interface AnswerStandingProps {
  readonly questions: QuestionsActor;
  readonly question: QuestionView;
  /** What it is to the reader. */
  readonly state: WindowState;
  /** Who may answer instead, while it is locked. */
  readonly label: string | null;
  /** What is held may be old. */
  readonly isChecking: boolean;
}

/** Where the reader's answer to a question stands, while nobody is typing one. */
export function AnswerStanding(props: AnswerStandingProps) {
  const { questions, question, state, label, isChecking } = props;
  const draft = useDraft(questions, question.gameSessionId);
  const { answer, text } = question;
  if (answer !== null)
    return (
      <AnswerStateNote state="saved">
        {answer.answeredAt !== null && `${atText(answer.answeredAt)}: `}
        {answer.answer_text}
      </AnswerStateNote>
    );
  if (isChecking && state !== 'expired')
    return (
      <AnswerStateNote state="checking">
        {draft !== '' && <>kept on this device: {draft}</>}
      </AnswerStateNote>
    );
  if (state === 'locked')
    // Without a text the card has the mode as its title.
    return <AnswerStateNote state="notForYou">{text !== null && `· ${label}`}</AnswerStateNote>;
  if (state === 'open' && draft !== '')
    return <AnswerStateNote state="draft">kept on this device: {draft}</AnswerStateNote>;
  return <AnswerStateNote state="notAnswered" />;
}
