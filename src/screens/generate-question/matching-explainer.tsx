import { Disclosure } from '#src/components/disclosure.tsx';
import { Stack } from '#src/components/layout.tsx';
import { NO_DIFFERENCE } from '#src/words/matching.ts';

/** Explains how answers are grouped (decisions §5). */
export function MatchingExplainer() {
  return (
    <Disclosure summary="How answers are matched">
      <Stack>
        <p>
          Players answer in their own words. Answers that mean the same fall into one group, and
          points depend on the group: a home viewer gets as many points as there are home viewers in
          it, a contestant 5, 4, 3, 2 or 1 by its popularity.
        </p>
        <p>
          <strong>Text matching</strong> forms the groups, at once and for every answer.{' '}
          {NO_DIFFERENCE} “The Beatles”, “beatles” and “Beatels” are one answer, and so are “sofa”
          and “couch”, “USA” and “America”.
        </p>
        <p>
          <strong>The AI</strong>, where the show has one, merges a little later what text matching
          left apart: paraphrases, and what one has to know. It never takes a group apart, and what
          would merge unusually much waits for your word among the question’s groups.
        </p>
        <p>
          <strong>A good question</strong> has many honest answers that are short: “Name something
          people take to the beach” rather than “What do you think of beaches?”
        </p>
      </Stack>
    </Disclosure>
  );
}
