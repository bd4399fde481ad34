import CircleCheck from 'lucide-react/icons/circle-check';
import Lamp from 'lucide-react/icons/radio';
import PencilLine from 'lucide-react/icons/pencil-line';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Brand } from '#machines/contract/brand.ts';
import type { Audience } from '#machines/contract/entities.ts';
import { CONTESTANT_POINTS } from '#machines/contract/limits.ts';
import { LOCKED_LABEL } from '#machines/contract/messages.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import { useMidnight } from '#src/bindings/countdown.ts';
import { useBrand, useUser } from '#src/bindings/runtime.tsx';
import { AudienceBadge, Badge } from '#src/components/badge.tsx';
import { linkButton } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { CardGrid, Cluster, Page, Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { ExampleBoard } from './example-board.tsx';
import { EXAMPLE_GROUPS, EXAMPLE_QUESTION } from './example.ts';
import { NO_DIFFERENCE } from '#src/words/matching.ts';
import styles from './how-it-works.module.css';
import { resetTime } from './reset-time.ts';

const STEPS = [
  {
    Icon: Lamp,
    title: 'A question opens',
    text: 'The producers release it live: at home, in the studio, or both. It pops up on your screen.',
  },
  {
    Icon: PencilLine,
    title: 'You answer in your own words',
    text: 'No options to pick from: type what comes to mind before time’s up. You get one answer, and it’s final.',
  },
  {
    Icon: Users,
    title: 'Matching answers team up',
    text: `Answers that mean the same form a group. ${NO_DIFFERENCE}`,
  },
  {
    Icon: CircleCheck,
    title: 'Your group earns points',
    text: 'The more people say the same, the more your answer is worth. Scores update live as answers arrive.',
  },
];

const [first, second, third, tied, fourth] = EXAMPLE_GROUPS;

export default function HowItWorksView() {
  const user = useUser();
  const midnight = useMidnight();
  return (
    <HowItWorksScreen
      brand={useBrand()}
      audience={user && audienceOf(user.role_id)}
      signedIn={user !== null}
      midnight={midnight.text}
      resetsAt={resetTime(midnight.at)}
    />
  );
}

export interface HowItWorksScreenProps {
  readonly brand: Brand;
  /** The reader's audience; null for admins and while signed out. */
  readonly audience: Audience | null;
  readonly signedIn: boolean;
  /** When the daily scores restart. */
  readonly midnight: string;
  /** The same time in the reader's time zone. */
  readonly resetsAt: string;
}

export function HowItWorksScreen({
  brand,
  audience,
  signedIn,
  midnight,
  resetsAt,
}: HowItWorksScreenProps) {
  return (
    <Page
      title="How It Works"
      lead={`${brand.name} is a live game of thinking alike. The winner isn’t the cleverest answer, but the one most people give.`}
      width="text"
    >
      <Stack gap="loose">
        <ol className={styles['steps']}>
          {STEPS.map(({ Icon, title, text }) => (
            <li key={title}>
              <Icon />
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ol>

        <Stack>
          <h2>What an answer is worth</h2>
          <p>Points work differently at home and in the studio.</p>
          <CardGrid>
            <Rule audience="home" title="One point per person" isYours={audience === 'home'}>
              You get one point for each home viewer in your group. Twelve people at home with the
              same answer? Twelve points each.
            </Rule>
            <Rule
              audience="studio"
              title={`${CONTESTANT_POINTS.join(', ')} by popularity`}
              isYours={audience === 'studio'}
            >
              Groups are ranked by how many people are in them, at home and in the studio. The most
              popular is worth {CONTESTANT_POINTS[0]} points to a contestant, the next ones{' '}
              {CONTESTANT_POINTS.slice(1).join(', ')}. All others score nothing. Groups of equal
              size share a rank.
            </Rule>
          </CardGrid>
        </Stack>

        <Stack>
          <h2>For example</h2>
          <p>‘{EXAMPLE_QUESTION}’ Here’s what people said, most popular first:</p>
          <ExampleBoard />
          {first && second && third && tied && fourth && (
            <ul className={styles['points']}>
              <li>
                You wrote ‘towels’ at home: {first.home} home viewers are in the group, so you get{' '}
                <strong>{first.homePoints} points</strong>. Spelling doesn’t matter.
              </li>
              <li>
                A contestant wrote ‘sunblock’, which means the same as {second.name.toLowerCase()},
                the second most popular group. That’s worth{' '}
                <strong>{second.studioPoints} points</strong>.
              </li>
              <li>
                {third.name} and {tied.name} have {third.home + third.studio} people each and share
                third place: <strong>{third.studioPoints} points</strong> in the studio for both.{' '}
                {fourth.name} comes fourth. At home they differ, because only home viewers count
                there: {third.homePoints} and {tied.homePoints}.
              </li>
            </ul>
          )}
        </Stack>

        <Stack>
          <h2>When you can answer</h2>
          <ul className={styles['points']}>
            <li>
              <strong>With a timer</strong> a question is open until the timer ends. It runs on the
              show’s clock, so it’s the same on every phone.
            </li>
            <li>
              <strong>Without a timer</strong> it’s open until its planned end, or until the
              producers take it back.
            </li>
            <li>
              <strong>‘{LOCKED_LABEL.studio}’</strong> or <strong>‘{LOCKED_LABEL.home}’</strong>:
              it’s the other side’s turn. The question may open for you next.
            </li>
            <li>
              <strong>If you lose connection</strong>, we keep what you’ve typed and reconnect for
              you.
            </li>
          </ul>
        </Stack>

        <Stack>
          <h2>Today and all time</h2>
          <p>
            There are leaderboards for today and for all time, at home and in the studio. An answer
            counts for the day you give it. Players with equal points share a rank.
          </p>
          <Note title="A new day">
            <p>
              Today’s scores start again at {midnight}. For you, that’s <strong>{resetsAt}</strong>.
              A show that runs past midnight counts for the day it began.
            </p>
          </Note>
        </Stack>

        <Cluster>
          <Link to={signedIn ? '/' : '/register'} className={linkButton('primary')}>
            {signedIn ? 'To the Questions' : 'Register and Play'}
          </Link>
          <Link to="/support" className={linkButton()}>
            More Questions and Answers
          </Link>
        </Cluster>
      </Stack>
    </Page>
  );
}

interface RuleProps {
  readonly audience: Audience;
  readonly title: string;
  /** Marks the rule of the reader's audience. */
  readonly isYours: boolean;
  readonly children: ReactNode;
}

function Rule({ audience, title, isYours, children }: RuleProps) {
  return (
    <Card
      as="section"
      label={audience === 'home' ? 'Points at home' : 'Points in the studio'}
      level={3}
      title={title}
      badges={
        <>
          <AudienceBadge audience={audience} />
          {isYours && <Badge tone="ok">This is how you play</Badge>}
        </>
      }
    >
      <p>{children}</p>
    </Card>
  );
}
