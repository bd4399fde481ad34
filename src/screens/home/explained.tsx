import { m } from 'messages';
import { useSelector } from '@xstate/react';
import type { PointsExplanation } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import {
  type AppealActor,
  type PointsExplanationActor,
  selectExplained,
} from '#machines/results/points-explanation.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import {
  appealText,
  sameGroupText,
  correctionText,
  pointsWorthText,
} from '#machines/results/rules/points-explanation.ts';
import { textIn, useForm } from '#src/bindings/form.ts';
import { Button } from '#src/components/button.tsx';
import { Disclosure } from '#src/components/disclosure.tsx';
import { SelectField, TextField } from '#src/components/field.tsx';
import { Form } from '#src/components/form.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { ErrorNote } from '#src/components/states.tsx';
import { useExplanation } from './explained.hook.ts';

/** Explains the points for the reader's answer to a question; loaded when it is shown. */
export default function Explained({ gameSessionId }: { readonly gameSessionId: string }) {
  return <ExplainedAnswer {...useExplanation(gameSessionId)} />;
}

export interface ExplainedAnswerProps {
  readonly explanation: PointsExplanationActor;
  readonly appeal: AppealActor;
}

/** The answers in the same group, the points and the reason for them, the effect of a correction, and the appeal. */
export function ExplainedAnswer({ explanation, appeal }: ExplainedAnswerProps) {
  const explained = useSelector(explanation, selectExplained);
  const message = useSelector(explanation, selectLoadMessage);
  const { done, message: sent } = useForm(appeal, []);
  if (explained === null)
    return message === null ? (
      <p>&nbsp;</p>
    ) : (
      <ErrorNote message={message} onRetry={() => explanation.send({ type: 'load.retry' })} />
    );
  const known = explained.explanation;
  if (known === null) return <p>{m.homeOnceAnswersCountedYoull()}</p>;
  const correction = correctionText(known);
  const isDecided = known.appeal !== null && known.appeal.state !== 'open';
  return (
    <Stack>
      <Spoken>
        <span>{`${sameGroupText(known)}. ${pointsWorthText(known)}.`}</span>
      </Spoken>
      {correction !== null && <Note>{correction}</Note>}
      <Spoken>{done && !isDecided && <Note tone="ok">{sent}</Note>}</Spoken>
      {known.appeal !== null && <p>{appealText(known.appeal)}</p>}
      {known.mayAppeal && <Appeal explained={known} appeal={appeal} />}
    </Stack>
  );
}

interface AppealProps {
  readonly explained: PointsExplanation;
  readonly appeal: AppealActor;
}

/**
 * The form for the one appeal that each question allows: the reader chooses a group of the board, or types other words.
 */
function Appeal({ explained: { gameSessionId, choices }, appeal }: AppealProps) {
  const { busy, errors, error } = useForm(appeal, ['wanted']);
  const submit = (data: FormData) => {
    const chosen = choices.find(({ groupId }) => groupId === textIn(data, 'groupId'));
    appeal.send({
      type: 'form.submit',
      values: {
        gameSessionId,
        wanted: chosen?.representative ?? textIn(data, 'wanted').trim(),
        groupId: chosen?.groupId ?? null,
      },
    });
  };
  return (
    <Disclosure summary={m.homeMyAnswerShouldMatch()}>
      <Form
        busy={busy}
        error={error}
        onEdit={(field) => appeal.send({ type: 'form.edited', field })}
        onSubmit={submit}
      >
        <Stack>
          {choices.length > 0 && (
            <SelectField label={m.homeAnswerBoard()} name="groupId" defaultValue="">
              <option value="">{m.homeNoneThese()}</option>
              {choices.map(({ groupId, representative }) => (
                <option key={groupId} value={groupId}>
                  {representative}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            label={choices.length > 0 ? m.homeYourOwnWords() : m.homeInYourOwnWords()}
            name="wanted"
            maxLength={LIMITS.answerLength}
            error={errors.wanted}
            autoComplete="off"
          />
          <Button type="submit" busy={busy}>
            {m.homeSendProducer()}
          </Button>
        </Stack>
      </Form>
    </Disclosure>
  );
}
