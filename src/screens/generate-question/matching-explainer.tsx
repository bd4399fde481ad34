import { m } from 'messages';
import { Disclosure } from '#src/components/disclosure.tsx';
import { Stack } from '#src/components/layout.tsx';
import { NO_DIFFERENCE } from '#src/words/matching.ts';

/** Explains how answers are grouped (decisions §5). */
export function MatchingExplainer() {
  return (
    <Disclosure summary={m.generateQuestionHowAnswersMatched()}>
      <Stack>
        <p>{m.generateQuestionPlayersAnswerTheirOwn()}</p>
        <p>
          <strong>{m.generateQuestionTextMatching()}</strong>{' '}
          {m.generateQuestionFormsGroupsOnceEvery()} {NO_DIFFERENCE}{' '}
          {m.generateQuestionBeatlesBeatlesBeatelsOne()}
        </p>
        <p>
          <strong>{m.generateQuestionAi()}</strong>
          {m.generateQuestionWhereShowHasOne()}
        </p>
        <p>
          <strong>{m.generateQuestionGoodQuestion()}</strong>{' '}
          {m.generateQuestionHasManyHonestAnswers()}
        </p>
      </Stack>
    </Disclosure>
  );
}
