import { AUDIENCES } from '#machines/contract/roles.ts';
import type { QuestionView, Standing } from '#machines/questions.ts';
import { audienceLabel } from '#machines/rules/audience.ts';
import { useFocusKept } from '#src/bindings/show.ts';
import { AudienceBadge, type QuestionState, StateBadge } from '#src/components/badge.tsx';
import { Button } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { AnswerStanding } from './answer-standing.tsx';
import styles from './home.module.css';
import { Remaining } from './remaining.tsx';

export interface QuestionCardProps {
  readonly question: QuestionView;
  readonly isSelected: boolean;
  /** The only one listed: it needs no choosing. */
  readonly isAlone: boolean;
  readonly onSelect: () => void;
  readonly onAnswer: () => void;
}

/** One question in the list, with what its reader may do about it now. */
export function QuestionCard({ question, isSelected, isAlone, ...on }: QuestionCardProps) {
  const { own, text, answer } = question;
  const isAnswered = answer !== null;
  const item = useFocusKept<HTMLLIElement>(isAnswered);
  const isOpen = own === null ? isOpenToAnybody(question) : own.state === 'open';
  return (
    <li ref={item} tabIndex={-1}>
      <Card
        as="article"
        level={2}
        arriving
        label={labelOf(question)}
        title={text ?? own?.label}
        tone={toneOf(isOpen, question)}
        badges={own === null ? undefined : <StateBadge state={stateOf(own, isAnswered)} />}
        aside={own !== null && <Remaining standing={own} />}
        actions={
          (own !== null && !isAnswered && own.state !== 'expired') || !isAlone ? (
            <>
              {own !== null && !isAnswered && own.state !== 'expired' && (
                <Button tone="primary" disabled={!question.isAnswerable} onClick={on.onAnswer}>
                  Answer Question
                </Button>
              )}
              {!isAlone && (
                <Button aria-pressed={isSelected} onClick={on.onSelect}>
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
          <AnswerStanding question={question} own={own} />
        )}
      </Card>
    </li>
  );
}

const isOpenToAnybody = ({ standings }: QuestionView): boolean =>
  AUDIENCES.some((audience) => standings[audience].state === 'open');

const labelOf = ({ text, own }: QuestionView): string => text ?? own?.label ?? 'Question';

const stateOf = (own: Standing, isAnswered: boolean): QuestionState =>
  isAnswered ? 'answered' : own.state;

/** The lamp is for what waits for an answer; what is over steps back. */
function toneOf(isOpen: boolean, { own, answer, standings }: QuestionView) {
  if (isOpen && answer === null) return 'live';
  const states = own === null ? AUDIENCES.map((audience) => standings[audience]) : [own];
  return states.some(({ state }) => state === 'open' || state === 'locked') ? 'plain' : 'quiet';
}

/** Both windows, for the producer. */
function Lanes({ standings }: Pick<QuestionView, 'standings'>) {
  return (
    <ul className={styles['lanes']}>
      {AUDIENCES.map((audience) => (
        <li key={audience} aria-label={audienceLabel(audience)}>
          <AudienceBadge audience={audience} />
          <StateBadge state={standings[audience].state} />
          <Remaining standing={standings[audience]} />
        </li>
      ))}
    </ul>
  );
}
