import { m } from 'messages';
import CircleCheck from 'lucide-react/icons/circle-check';
import Lamp from 'lucide-react/icons/radio';
import PencilLine from 'lucide-react/icons/pencil-line';
import Users from 'lucide-react/icons/users';
import type { ReactNode } from 'react';
import type { Brand } from '#machines/contract/brand.ts';
import type { Audience } from '#machines/contract/entities.ts';
import { CONTESTANT_POINTS } from '#machines/contract/limits.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import { useMidnight } from '#src/bindings/countdown.ts';
import { useBrand, useUser } from '#src/bindings/runtime.tsx';
import { AudienceBadge, Badge } from '#src/components/badge.tsx';
import { linkButton } from '#src/components/button.tsx';
import { Card } from '#src/components/card.tsx';
import { CardGrid, Cluster, Page, Stack } from '#src/components/layout.tsx';
import { Link } from '#src/components/link.tsx';
import { Note } from '#src/components/note.tsx';
import { ExampleBoard } from './example-board.tsx';
import { EXAMPLE_GROUPS, EXAMPLE_QUESTION } from './example.ts';
import { NO_DIFFERENCE } from '#src/words/matching.ts';
import { slot, withElements } from '#src/components/slots.tsx';
import styles from './how-it-works.module.css';
import { resetTime } from './reset-time.ts';

const STEPS = [
  {
    Icon: Lamp,
    title: m.howItWorksQuestionOpens(),
    text: m.howItWorksProducersReleaseLiveHome(),
  },
  {
    Icon: PencilLine,
    title: m.howItWorksYouAnswerYourOwn(),
    text: m.howItWorksNoOptionsPickFrom(),
  },
  {
    Icon: Users,
    title: m.howItWorksMatchingAnswersTeamUp(),
    text: m.howItWorksAnswersMeanSameForm({ noDifference: NO_DIFFERENCE }),
  },
  {
    Icon: CircleCheck,
    title: m.howItWorksYourGroupEarnsPoints(),
    text: m.howItWorksMorePeopleSaySame(),
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
      title={m.howItWorksHowWorks()}
      lead={m.howItWorksLiveGameThinkingAlike({ name: brand.name })}
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
          <h2>{m.howItWorksWhatAnswerWorth()}</h2>
          <p>{m.howItWorksPointsWorkDifferentlyHome()}</p>
          <CardGrid>
            <Rule
              audience="home"
              title={m.howItWorksOnePointPerPerson()}
              isYours={audience === 'home'}
            >
              {m.howItWorksYouGetOnePoint()}
            </Rule>
            <Rule
              audience="studio"
              title={m.howItWorksPopularity({ contestantPoints: CONTESTANT_POINTS.join(', ') })}
              isYours={audience === 'studio'}
            >
              {m.howItWorksGroupsRankedHowMany({
                contestantPoints: CONTESTANT_POINTS[0],
                slice: CONTESTANT_POINTS.slice(1).join(', '),
              })}
            </Rule>
          </CardGrid>
        </Stack>

        <Stack>
          <h2>{m.howItWorksExample()}</h2>
          <p>{m.howItWorksHeresWhatPeopleSaid({ exampleQuestion: EXAMPLE_QUESTION })}</p>
          <ExampleBoard />
          {first && second && third && tied && fourth && (
            <ul className={styles['points']}>
              <li>
                {withElements(
                  m.howItWorksTowelsAtHome({ viewers: first.home, points: slot(0) }),
                  <strong>{m.countPoints({ count: first.homePoints })}</strong>,
                )}
              </li>
              <li>
                {withElements(
                  m.howItWorksSunblockInStudio({ points: slot(0) }),
                  <strong>{m.countPoints({ count: second.studioPoints })}</strong>,
                )}
              </li>
              <li>
                {withElements(
                  m.howItWorksSharedPlace({
                    first: third.name,
                    second: tied.name,
                    people: third.home + third.studio,
                    points: slot(0),
                    next: fourth.name,
                    firstAtHome: third.homePoints,
                    secondAtHome: tied.homePoints,
                  }),
                  <strong>{m.countPoints({ count: third.studioPoints })}</strong>,
                )}
              </li>
            </ul>
          )}
        </Stack>

        <Stack>
          <h2>{m.howItWorksWhenYouCanAnswer()}</h2>
          <ul className={styles['points']}>
            <li>
              {withElements(
                m.howItWorksOpenUntilTimerEnds({ withTimer: slot(0) }),
                <strong>{m.howItWorksWithTimer()}</strong>,
              )}
            </li>
            <li>
              {withElements(
                m.howItWorksOpenUntilPlannedEnd({ withoutTimer: slot(0) }),
                <strong>{m.howItWorksWithoutTimer()}</strong>,
              )}
            </li>
            <li>
              {withElements(
                m.howItWorksOtherSidesTurn({ toContestants: slot(0), toHome: slot(1) }),
                <strong>{m.howItWorksQuoted({ text: m.lockedToContestants() })}</strong>,
                <strong>{m.howItWorksQuoted({ text: m.lockedToHome() })}</strong>,
              )}
            </li>
            <li>
              {withElements(
                m.howItWorksTypedIsKept({ ifConnectionIsLost: slot(0) }),
                <strong>{m.howItWorksIfYouLoseConnection()}</strong>,
              )}
            </li>
          </ul>
        </Stack>

        <Stack>
          <h2>{m.howItWorksTodayAllTime()}</h2>
          <p>{m.howItWorksThereLeaderboardsTodayAll()}</p>
          <Note title={m.howItWorksNewDay()}>
            <p>
              {withElements(
                m.howItWorksTodaysScoresRestart({ midnight, yourTime: slot(0) }),
                <strong>{resetsAt}</strong>,
              )}
            </p>
          </Note>
        </Stack>

        <Cluster>
          <Link to={signedIn ? '/' : '/register'} className={linkButton('primary')}>
            {signedIn ? m.howItWorksQuestions() : m.howItWorksRegisterPlay()}
          </Link>
          <Link to="/support" className={linkButton()}>
            {m.howItWorksMoreQuestionsAnswers()}
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
      label={audience === 'home' ? m.howItWorksPointsHome() : m.howItWorksPointsStudio()}
      level={3}
      title={title}
      badges={
        <>
          <AudienceBadge audience={audience} />
          {isYours && <Badge tone="ok">{m.howItWorksHowYouPlay()}</Badge>}
        </>
      }
    >
      <p>{children}</p>
    </Card>
  );
}
