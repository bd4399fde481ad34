import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { useEffect, useId, useState } from 'react';
import {
  type AnswerActor,
  selectAnswerState,
  selectElsewhere,
  selectIsEditable,
  selectIsSendable,
  selectIsSending,
  selectLateMs,
  selectMessage,
  selectText,
} from '#machines/answering/answer.ts';
import type { Audience, PlayerMedia } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import {
  type QuestionsActor,
  selectAnswer,
  selectAnswering,
  selectAudience,
  selectIsChecking,
  selectQuestion,
} from '#machines/answering/questions.ts';
import type { QuestionWindow } from '#machines/answering/release-window.ts';
import { useQuestionWindow } from '#src/bindings/question-window.ts';
import { type AnswerState, AnswerStateNote } from '#src/components/answer-state-note.tsx';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { TextField } from '#src/components/field.tsx';
import { Note } from '#src/components/note.tsx';
import { loadAnswerReveal } from './answer-reveal.load.ts';
import { QuestionMedia } from './question-media.load.tsx';
import { Remaining } from './remaining.tsx';
import { isSame } from './same.ts';
import { spanText, atText } from '#src/words/counts-and-times.ts';

/** The dialog in which a question is answered, while one is open. */
export default function AnswerDialog({ questions }: { readonly questions: QuestionsActor }) {
  const actor = useSelector(questions, selectAnswer);
  const gameSessionId = useSelector(questions, selectAnswering) ?? '';
  const view = useSelector(
    questions,
    (snapshot) => selectQuestion(snapshot, gameSessionId),
    isSame,
  );
  const window = useQuestionWindow(questions, gameSessionId);
  const audience = useSelector(questions, selectAudience);
  const isChecking = useSelector(questions, selectIsChecking);
  const isOpen = actor !== null;
  useEffect(() => {
    // Errors are ignored: where the result is shown, the import is repeated and an error is reported.
    if (isOpen) loadAnswerReveal().catch(() => undefined);
  }, [isOpen]);
  return (
    actor && (
      <AnswerForm
        key={actor.sessionId}
        question={view?.text ?? null}
        media={view?.media}
        isRehearsal={view?.isRehearsal ?? false}
        {...{ actor, window, audience, isChecking }}
      />
    )
  );
}

export interface AnswerFormProps {
  readonly actor: AnswerActor;
  /** The current text of the question; null once the question is gone; the typed text is then still kept. */
  readonly question: string | null;
  readonly media?: PlayerMedia | undefined;
  readonly isRehearsal: boolean;
  readonly window: QuestionWindow;
  /** The reader's own audience. */
  readonly audience: Audience | null;
  /** Whether the data may be outdated. */
  readonly isChecking: boolean;
}

export function AnswerForm(props: AnswerFormProps) {
  const { actor, question, media, isRehearsal, window, audience, isChecking } = props;
  const formId = useId();
  const [asked] = useState({ question, isRehearsal });
  const text = useSelector(actor, selectText);
  const message = useSelector(actor, selectMessage);
  const state = useSelector(actor, selectAnswerState);
  const isEditable = useSelector(actor, selectIsEditable);
  const isSendable = useSelector(actor, selectIsSendable);
  const isSending = useSelector(actor, selectIsSending);
  const lateMs = useSelector(actor, selectLateMs);
  const elsewhere = useSelector(actor, selectElsewhere);
  const isAboutText = message !== null && (state === 'notAnswered' || state === 'draft');
  const cancel = () => actor.send({ type: 'answer.cancel' });
  return (
    <Dialog
      open
      oneField
      onClose={cancel}
      title={question ?? asked.question ?? m.homeAnswerQuestion()}
      aside={audience && <Remaining {...{ window, audience, isChecking }} />}
      error={isAboutText ? undefined : (message ?? undefined)}
      footer={
        elsewhere === null ? (
          <>
            <Button disabled={isSending} onClick={cancel}>
              {m.commonCancel()}
            </Button>
            <Button
              type="submit"
              form={formId}
              tone="live"
              disabled={!isSendable || isChecking}
              busy={isSending}
            >
              {state === 'waiting' ? m.homeSendNow() : m.commonSubmit()}
            </Button>
          </>
        ) : (
          <Button tone="primary" onClick={cancel}>
            {m.commonClose()}
          </Button>
        )
      }
    >
      {audience === 'studio' && <span hidden data-contestant />}
      {media && <QuestionMedia media={media} audience={audience} />}
      {asked.isRehearsal && <Note tone="danger">{m.rehearsalNote()}</Note>}
      {(elsewhere === null || text !== '') && (
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isChecking) actor.send({ type: 'answer.submit', text });
          }}
        >
          <TextField
            label={elsewhere === null ? m.homeYourAnswer() : m.homeNotSentFromHere()}
            name="answer"
            value={text}
            readOnly={!isEditable}
            maxLength={LIMITS.answerLength}
            autoComplete="off"
            enterKeyHint="send"
            error={isAboutText ? message : undefined}
            onChange={(event) =>
              actor.send({ type: 'answer.edit', text: event.currentTarget.value })
            }
          />
        </form>
      )}
      <AnswerStateNote state={isChecking && isEditable ? 'checking' : NOTES[state].state}>
        {elsewhere !== null &&
          m.homeAnotherDevice({
            at: atText(elsewhere.answeredAt),
            answer_text: elsewhere.answer_text,
          })}
        {state === 'tooLate' && lateMs !== null
          ? m.homeBy({ span: spanText(lateMs) })
          : NOTES[state].words}
      </AnswerStateNote>
    </Dialog>
  );
}

/** The label and explanation of each state of the answer. */
const NOTES: Readonly<
  Record<ReturnType<typeof selectAnswerState>, { state: AnswerState; words?: string }>
> = {
  notAnswered: { state: 'notAnswered' },
  draft: { state: 'draft', words: m.homeNotSentYet() },
  sending: { state: 'sending' },
  waiting: {
    state: 'sending',
    words: m.homeWhenYoureBackOnline(),
  },
  unsure: {
    state: 'sending',
    words: m.homeStartedTimeWellTell(),
  },
  saved: { state: 'saved' },
  elsewhere: { state: 'saved' },
  tooLate: { state: 'tooLate', words: m.homeYourTextKept() },
  notForYou: { state: 'notForYou', words: m.homeYourTextKept() },
  refused: { state: 'draft', words: m.homeNotAccepted() },
};
