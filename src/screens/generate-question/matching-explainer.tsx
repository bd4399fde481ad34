import { m } from 'messages';
import { Disclosure } from '#src/components/disclosure.tsx';
import { Stack } from '#src/components/layout.tsx';
import { slot, withElements } from '#src/components/slots.tsx';
import { NO_DIFFERENCE } from '#src/words/matching.ts';

/** Explains how answers are grouped (decisions §5). */
export function MatchingExplainer() {
  return (
    <Disclosure summary={m.generateQuestionHowAnswersMatched()}>
      <Stack>
        <p>{m.generateQuestionPlayersAnswerTheirOwn()}</p>
        <p>
          {withElements(
            m.generateQuestionTextMatchingForms({
              textMatching: slot(0),
              noDifference: NO_DIFFERENCE,
            }),
            <strong>{m.generateQuestionTextMatching()}</strong>,
          )}
        </p>
        <p>
          {withElements(
            m.generateQuestionAiMerges({ ai: slot(0) }),
            <strong>{m.generateQuestionAi()}</strong>,
          )}
        </p>
        <p>
          {withElements(
            m.generateQuestionGoodQuestionHas({ goodQuestion: slot(0) }),
            <strong>{m.generateQuestionGoodQuestion()}</strong>,
          )}
        </p>
      </Stack>
    </Disclosure>
  );
}
