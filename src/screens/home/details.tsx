import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { lazy, Suspense, useState } from 'react';
import { type BoardsActor, selectEntries } from '#machines/results/boards.ts';
import { isGuest } from '#machines/contract/audience.ts';
import type { User } from '#machines/contract/entities.ts';
import { ROLE } from '#machines/contract/roles.ts';
import type { QuestionsActor, QuestionView } from '#machines/answering/questions.ts';
import { useQuestionWindow } from '#src/bindings/question-window.ts';
import { Card } from '#src/components/card.tsx';
import { Skeleton } from '#src/components/states.tsx';
import { useEntryFee } from './entry-fee.hook.ts';
import { Leaderboard } from './leaderboard.tsx';
import { QuestionPanel, type QuestionPanelProps } from './question-panel.tsx';

const Insights = lazy(() => import('#src/screens/insights/insights.tsx'));

interface DetailsProps {
  readonly user: User;
  readonly questions: QuestionsActor;
  readonly boards: BoardsActor;
  readonly selected: QuestionView | null;
}

/** The selected question, the boards, and for the producer the answers. */
export default function Details(props: DetailsProps) {
  const { user } = props;
  return user.role_id === ROLE.home && !isGuest(user) ? (
    <PayersParts {...props} />
  ) : (
    <Parts {...props} fee={null} />
  );
}

/** Loads the fee with the page, so that a release causes no requests. */
function PayersParts(props: DetailsProps) {
  return <Parts {...props} fee={useEntryFee()} />;
}

interface PartsProps extends DetailsProps, Pick<QuestionPanelProps, 'fee'> {}

function Parts({ user, questions, boards, selected, fee }: PartsProps) {
  const window = useQuestionWindow(questions, selected?.gameSessionId ?? '');
  const isBoardThere = useOnce(useSelector(boards, selectEntries) !== null);
  const { role_id: roleId } = user;
  return (
    <>
      {selected !== null && (
        <QuestionPanel question={selected} window={window} roleId={roleId} fee={fee} />
      )}
      {roleId !== ROLE.contestant && (
        <Leaderboard boards={boards} user={user} question={selected} />
      )}
      {selected !== null && roleId === ROLE.admin && isBoardThere && (
        <Answers gameSessionId={selected.gameSessionId} />
      )}
    </>
  );
}

/** Whether the condition was ever true. */
function useOnce(isSo: boolean): boolean {
  const [wasSo, setSo] = useState(isSo);
  if (isSo && !wasSo) setSo(true);
  return wasSo;
}

/**
 * The answers as the producer sees them. Last on the page, as the panel grows, and shown once the board above is
 * loaded.
 */
function Answers({ gameSessionId }: { readonly gameSessionId: string }) {
  return (
    <Card as="section" label={m.commonAnswers()} title={m.commonAnswers()}>
      <Suspense fallback={<Skeleton label={m.homeLoadingAnswers()} shapes={['line', 'line']} />}>
        <Insights key={gameSessionId} gameSessionId={gameSessionId} />
      </Suspense>
    </Card>
  );
}
