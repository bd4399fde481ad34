import type { Audience } from '#machines/contract/entities.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import type { QuestionsActor, QuestionView, Standing } from '#machines/questions.ts';
import { audienceLabel } from '#machines/rules/audience.ts';
import { useFocusKept } from '#src/bindings/show.ts';
import { AudienceBadge, StateBadge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { AnswerStanding } from './answer-standing.tsx';
import styles from './home.module.css';
import { Remaining } from './remaining.tsx';

export interface QuestionCardProps {
  readonly questions: QuestionsActor;
  readonly question: QuestionView;
  readonly isSelected: boolean;
  /** The only one listed: it needs no choosing. */
  readonly isAlone: boolean;
  readonly onSelect: () => void;
  readonly onAnswer: () => void;
}

/** One question in the list, with what its reader may do about it now. */
export function QuestionCard(props: QuestionCardProps) {
  const { questions, question, isSelected, isAlone, onSelect, onAnswer } = props;
  const { own, text, answer } = question;
  const item = useFocusKept<HTMLLIElement>(answer !== null);
  const isToAnswer = own !== null && answer === null && own.state !== 'expired';
  return (
    <li ref={item} tabIndex={-1}>
      <Card
        as="article"
        arriving
        label={text ?? own?.label ?? undefined}
        title={text ?? own?.label}
        tone={toneOf(question)}
        badges={ownBadge(question)}
        aside={ownTime(question)}
        actions={
          isToAnswer || !isAlone ? (
            <>
              {isToAnswer && (
                <Button tone="primary" disabled={!question.isAnswerable} onClick={onAnswer}>
                  Answer Question
                </Button>
              )}
              {!isAlone && (
                <Button aria-pressed={isSelected} onClick={onSelect}>
                  Details
                </Button>
              )}
            </>
          ) : undefined
        }
      >
        {own === null ? (
          <Lanes standings={question.standings} />
        ) : (
          <AnswerStanding questions={questions} question={question} own={own} />
        )}
      </Card>
    </li>
  );
}

/** What the question is to the reader; that it has expired is said by the timer. */
function ownBadge({ own, answer }: QuestionView) {
  if (own === null) return undefined;
  if (answer !== null) return <StateBadge state="answered" />;
  return own.state === 'expired' ? undefined : <StateBadge state={own.state} />;
}

/** The reader's own time; while the other audience has the question, that audience's. */
function ownTime({ own, standings }: QuestionView) {
  if (own === null) return null;
  if (own.state !== 'locked') return <Remaining standing={own} />;
  return AUDIENCES.filter((audience) => standings[audience] !== own).map((audience) => (
    <Remaining key={audience} standing={standings[audience]} label={audienceLabel(audience)} />
  ));
}

/** Both windows, for the producer. */
function Lanes({ standings }: Pick<QuestionView, 'standings'>) {
  return (
    <ul className={styles['lanes']}>
      {AUDIENCES.map((audience) => (
        <Lane key={audience} audience={audience} standing={standings[audience]} />
      ))}
    </ul>
  );
}

function Lane({ audience, standing }: { audience: Audience; standing: Standing }) {
  return (
    <li>
      <AudienceBadge audience={audience} />
      {standing.state !== 'expired' && <StateBadge state={standing.state} />}
      <Remaining standing={standing} />
    </li>
  );
}

/** The lamp is for what waits for an answer; what is over steps back. */
function toneOf({ own, answer, standings }: QuestionView) {
  const shown = own === null ? [standings.studio, standings.home] : [own];
  const states = new Set(shown.map(({ state }) => state));
  if (states.has('open')) return answer === null ? 'live' : 'plain';
  return states.has('locked') ? 'plain' : 'quiet';
}
