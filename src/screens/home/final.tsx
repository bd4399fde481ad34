import { m } from 'messages';
import { dateText, gainText } from 'messages/format';
import { useSelector } from '@xstate/react';
import Crown from 'lucide-react/icons/crown';
import Share2 from 'lucide-react/icons/share-2';
import { useRef } from 'react';
import type { FinalStanding, OwnAnswer } from '#machines/contract/entities.ts';
import { type QuestionsActor, selectAudience } from '#machines/answering/questions.ts';
import { raised } from '#machines/show/rules/labels.ts';
import { selectStreak } from '#machines/results/answer-reveal.ts';
import {
  finalStandingText,
  type Highlights,
  highlightsOf,
  placingTexts,
  teamStandingText,
  winnersText,
} from '#machines/results/rules/final.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { useRuntime, useUser } from '#src/bindings/runtime.tsx';
import { Button } from '#src/components/button.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { useCardKeeper } from './final.hook.ts';
import styles from './final.module.css';
import { isSame } from './same.ts';

interface FinalProps {
  readonly final: FinalStanding;
  readonly questions: QuestionsActor;
}

/** The reader's final placing in the show, with their best and rarest answer, to keep or share as a picture. */
export default function Final({ final, questions }: FinalProps) {
  const { origin } = useRuntime();
  const now = useNow();
  const user = useUser();
  const card = useRef<HTMLDivElement>(null);
  const highlights = useSelector(
    questions,
    (snapshot) =>
      // The points of contestants are those of a rank.
      highlightsOf(
        snapshot.context.list.feed,
        selectAudience(snapshot) === 'home' ? final.people : null,
      ),
    isSame,
  );
  const streak = useSelector(questions, selectStreak);
  const { rank, team } = final;
  const keep = useCardKeeper();
  return (
    <div ref={card} data-tile data-first={rank === 1 || rank === null} className={styles['final']}>
      {(rank === 1 || rank === null) && <Crown aria-hidden />}
      <p className={styles['words']}>{finalStandingText(final)}</p>
      {rank === null ? <p>{final.title}</p> : <p>{pointsText(final)}</p>}
      {rank !== null && rank > 1 && <p className={styles['winners']}>{winnersText(final)}</p>}
      {team !== undefined && <p>{teamStandingText(team)}</p>}
      <Highlight title={m.homeBestAnswer()} answer={highlights.best} />
      <Highlight title={m.homeRarestAnswer()} answer={highlights.rarest} />
      {streak > 1 && <p>{streakText(streak)}</p>}
      {rank !== null && (
        <Button
          tone="primary"
          icon={<Share2 />}
          onClick={() => {
            if (card.current === null) return;
            keep(
              linesOf({
                final,
                highlights,
                streak,
                player: user?.name ?? '',
                foot: [
                  m.homeTitleAndDate({
                    title: final.title,
                    date: dateText(now(), { dateStyle: 'medium' }),
                  }),
                  m.stageScreenPlayAlongAt({ address: origin.replace(/^https?:\/\//, '') }),
                ],
              }),
              card.current,
            );
          }}
        >
          {m.homeKeepShare()}
        </Button>
      )}
    </div>
  );
}

const pointsText = ({ title, points }: FinalStanding): string =>
  m.commonLabelled({ label: title, value: m.countPoints({ count: points }) });
const streakText = (streak: number): string => m.homeRowBoard({ streak });

function Highlight({
  title,
  answer,
}: {
  readonly title: string;
  readonly answer: OwnAnswer | null;
}) {
  return (
    answer !== null && (
      <p className={styles['highlight']}>
        <small>{title}</small>
        <Verbatim>{raised(answer.answer_text)}</Verbatim>
        <b>{gainText(answer.awardedPoints)}</b>
      </p>
    )
  );
}

interface CardContent {
  readonly final: FinalStanding;
  readonly highlights: Highlights;
  readonly streak: number;
  /** The reader's name. */
  readonly player: string;
  /** Which show it was, and where to play. */
  readonly foot: readonly string[];
}

const line = (text: string, px: number, { weight = 700, above = 0, isLit = false } = {}) => ({
  text,
  px,
  weight,
  above,
  isLit,
});

/** The lines of the picture, from top to bottom, as other people read it. */
function linesOf({ final, highlights, streak, player, foot }: CardContent) {
  const [place = '', ...teams] = placingTexts(final);
  const about = (title: string, answer: OwnAnswer | null) =>
    answer === null
      ? []
      : [
          line(title, 40, { above: 64 }),
          line(`${raised(answer.answer_text)}  ${gainText(answer.awardedPoints)}`, 68, {
            weight: 900,
          }),
        ];
  return [
    line(player, 80, { weight: 900, above: 24 }),
    line(place, 120, { weight: 900, above: 16, isLit: final.rank === 1 }),
    line(m.countPoints({ count: final.points }), 56, { above: 16 }),
    ...teams.map((team) => line(team, 44)),
    ...about(m.homeBestAnswer(), highlights.best),
    ...about(m.homeRarestAnswer(), highlights.rarest),
    ...(streak > 1 ? [line(streakText(streak), 44, { above: 64 })] : []),
    ...foot.map((text, index) =>
      line(text, index === 0 ? 48 : 40, { above: index === 0 ? 72 : 8 }),
    ),
  ];
}
