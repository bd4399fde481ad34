import { m } from 'messages';
import { useSelector } from '@xstate/react';
import type { ListedQuestion, Audience } from '#machines/contract/entities.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import {
  selectAnswered,
  selectConnected,
  selectMergesHeld,
  selectTopGroups,
} from '#machines/show/que-cards.ts';
import { selectIsOpen } from '#machines/answering/release-window.ts';
import type { ProducerActors } from '#src/bindings/producer-actors.ts';
import { useQuestionExpiry } from './hook.ts';
import { useQuestionWindow, useWindowSelector } from '#src/bindings/question-window.ts';
import { Bar } from '#src/components/bar.tsx';
import { standaloneLink } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Link } from '#src/components/link.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { HeldMerges } from './held-merges.tsx';
import { AudienceRelease } from './audience-release.tsx';
import { ResultPanel } from './result-panel.tsx';
import { OnStage } from './on-stage.tsx';
import { SHOW_KEYS } from '#src/words/show-keys.ts';
import { plannedText } from './planned.tsx';
import { QueBadges } from './que-row.tsx';
import styles from './que-cards.module.css';

export interface QueCardProps {
  readonly actors: ProducerActors;
  readonly question: ListedQuestion;
  /** Whether keyboard shortcuts act on this card. */
  readonly keyed: boolean;
}

/** One question with a lane for each audience, its totals, its largest answer groups and its open decisions. */
export function QueCard({ actors, question, keyed }: QueCardProps) {
  const { cards, producer } = actors;
  const answered =
    useSelector(cards, selectAnswered(question.game_session_id)) ?? question.answered;
  const connected = useSelector(cards, selectConnected);
  const mergesHeld = useSelector(cards, selectMergesHeld(question));
  const topGroups = useSelector(cards, selectTopGroups(question));
  const total = answered.studio + answered.home;
  const isDraft = !question.shown_on_air && !question.shown_to_home;
  const expiry = useQuestionExpiry(question);
  const window = useQuestionWindow(cards, question.game_session_id);
  const isLive = useWindowSelector(window, selectIsOpen);
  return (
    <Card
      as="article"
      label={question.question_text}
      title={question.question_text}
      aside={
        <OnStage
          producer={producer}
          question={question}
          keyed={keyed}
          twice={
            isDraft
              ? m.queCardsPressAgainShowWhich({
                  question: SHOW_KEYS.question,
                  question_text: question.question_text,
                })
              : undefined
          }
        />
      }
      tone={isLive ? 'live' : 'plain'}
      badges={
        <>
          <QueBadges producer={producer} question={question} window={window} expiry={expiry} />
          <span className={styles['facts']}>{m.countAnswers({ count: total })}</span>
        </>
      }
    >
      <Stack>
        <div className={styles['releases']}>
          {AUDIENCES.map((audience: Audience) => (
            <AudienceRelease
              key={audience}
              producer={producer}
              question={question}
              window={window}
              expiry={expiry}
              audience={audience}
              answered={answered[audience]}
              keyed={keyed}
              connected={connected?.[audience] ?? null}
            />
          ))}
        </div>
        {topGroups.length > 0 && (
          <div className={styles['groups']}>
            <h3>{m.queCardsTopAnswers()}</h3>
            {topGroups.map(({ representative, count }) => (
              <Bar
                key={representative}
                label={<Verbatim>{representative}</Verbatim>}
                value={count}
                max={topGroups[0]?.count ?? count}
              />
            ))}
          </div>
        )}
        <ResultPanel producer={producer} question={question} window={window} />
        {total > 0 && (
          <Link to={`/grouping/${question.game_session_id}`} className={standaloneLink}>
            {m.queCardsGroupingDesk()}
          </Link>
        )}
        <HeldMerges producer={producer} question={question} count={mergesHeld} />
        <details className={styles['details']}>
          <summary>{m.commonDetails()}</summary>
          <p>{m.queCardsStartsAt({ planned: plannedText(question.start_time) })}</p>
          <p>{m.queCardsEnds({ planned: plannedText(question.end_time) })}</p>
          <p>{m.queCardsId({ id: question.id })}</p>
        </details>
      </Stack>
    </Card>
  );
}
