import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import type { ListedQuestion } from '#machines/contract/entities.ts';
import type { ProducerActor } from '#machines/show/producer.ts';
import { selectGrouping } from '#machines/results/insights.ts';
import { selectLoadMessage } from '#machines/kit/loader.ts';
import { useGrouping } from '#src/screens/insights/hook.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import { ErrorNote, Skeleton } from '#src/components/states.tsx';

interface HeldMergesProps {
  readonly producer: ProducerActor;
  readonly question: ListedQuestion;
  /** Number of merges by a model that wait for the producer's decision. */
  readonly count: number;
}

/** Shows the number of waiting merges on the card, and opens the dialog about them. */
export function HeldMerges({ producer, question, count }: HeldMergesProps) {
  const [isOpen, setOpen] = useState(false);
  const said = m.countSuggestionsWaiting({ count });
  return (
    <>
      {count > 0 && (
        <div>
          <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {said}
          </Button>
        </div>
      )}
      <Spoken hidden>
        {count > 0 && m.commonLabelled({ label: said, value: question.question_text })}
      </Spoken>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={question.question_text} wide>
        <Decisions producer={producer} gameSessionId={question.game_session_id} />
      </Dialog>
    </>
  );
}

const ModelMerges = lazy(async () => ({
  default: (await import('#src/screens/insights/model-merges.tsx')).ModelMerges,
}));

interface DecisionsProps {
  readonly producer: ProducerActor;
  readonly gameSessionId: string;
}

function Decisions({ producer, gameSessionId }: DecisionsProps) {
  const grouping = useGrouping(gameSessionId);
  const groups = useSelector(grouping, selectGrouping);
  const message = useSelector(grouping, selectLoadMessage);
  const waiting = <Skeleton label={m.queCardsLoadingMerges()} shapes={['line', 'line', 'line']} />;
  return (
    <>
      {message !== null && (
        <ErrorNote message={message} onRetry={() => grouping.send({ type: 'load.retry' })} />
      )}
      {groups === null ? (
        message === null && waiting
      ) : (
        <Suspense fallback={waiting}>
          <ModelMerges producer={producer} grouping={groups} />
        </Suspense>
      )}
    </>
  );
}
