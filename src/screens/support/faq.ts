import { m } from 'messages';
import { type Brand, playerWord } from '#machines/contract/brand.ts';
import {
  CONTESTANT_POINTS,
  LEADERBOARD_SIZE,
  LIMITS,
  PASSWORD_MIN,
  RESET_LIFETIME_MS,
  RESET_PASSWORD_MIN,
  TOKEN_LIFETIME_S,
  VERIFICATION_LIFETIME_MS,
} from '#machines/contract/limits.ts';
import { NO_DIFFERENCE } from '#src/words/matching.ts';

export type FaqCategory = 'gameplay' | 'technical' | 'account' | 'scoring';

export const FAQ_LABELS: Readonly<Record<FaqCategory | 'all', string>> = {
  all: m.supportAll(),
  gameplay: m.supportGameplay(),
  technical: m.supportTechnical(),
  account: m.supportAccount(),
  scoring: m.supportScoring(),
};

export interface FaqItem {
  readonly id: string;
  readonly category: FaqCategory;
  readonly question: string;
  /** The answer, by paragraph. */
  readonly answer: readonly string[];
  /** A link to the page that the answer is about. */
  readonly link?: { readonly to: string; readonly label: string };
}

/** The forms of /contact and /feedback only simulate sending (specification §2). */
export const NOT_SENT = m.supportContactFeedbackFormsOnly();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOW_IT_WORKS = { to: '/how-it-works', label: m.supportHowGameWorks() };

/** Frequently asked questions for the brand `brand`. */
export const faqItems = (brand: Brand, midnight: string): readonly FaqItem[] => [
  {
    id: 'play',
    category: 'gameplay',
    question: m.supportHowDoIPlay(),
    answer: [m.supportLogKeepPageOpen(), m.supportThereNoOptionsPick()],
    link: HOW_IT_WORKS,
  },
  {
    id: 'waiting',
    category: 'gameplay',
    question: m.supportWhyDoISee(),
    answer: [m.supportQuestionsReleasedLiveSeparately(), m.supportNoNeedReloadNext()],
  },
  {
    id: 'once',
    category: 'gameplay',
    question: m.supportCanIChangeMy(),
    answer: [m.supportNoYouGetOne({ answerLength: LIMITS.answerLength })],
  },
  {
    id: 'time',
    category: 'gameplay',
    question: m.supportHowMuchTimeDo(),
    answer: [m.supportAsLongAsTimer(), m.supportTimersRunShowsClock()],
  },
  {
    id: 'locked',
    category: 'gameplay',
    question: m.supportWhatDoesMean({ studio: m.lockedToContestants() }),
    answer: [
      m.supportWhileTimerRunsStudio({
        name: brand.name,
        studio: m.lockedToContestants(),
        home: m.lockedToHome(),
      }),
      m.supportLockedQuestionOpensYou(),
    ],
  },
  {
    id: 'revoked',
    category: 'gameplay',
    question: m.supportQuestionDisappearedWhileI(),
    answer: [m.supportNoProducersCanTake()],
  },
  {
    id: 'contestant',
    category: 'gameplay',
    question: m.supportWho({ brand: playerWord(brand) }),
    answer: [m.supportSomeoneWhoPlaysStudio({ brand: playerWord(brand) })],
  },
  {
    id: 'reconnecting',
    category: 'technical',
    question: m.supportSaysWhatShouldI({ reconnecting: m.connectionReconnecting() }),
    answer: [m.supportUsuallyNothingPageKeeps(), m.supportIfTakesWhileCheck()],
  },
  {
    id: 'lost-answer',
    category: 'technical',
    question: m.supportILostConnectionWhen(),
    answer: [m.supportKeepPageOpenWell(), m.supportIfOnlyReplyWas()],
  },
  {
    id: 'sound',
    category: 'technical',
    question: m.supportWhyDoIHear(),
    answer: [m.supportBrowsersOnlyPlaySound(), m.supportYouWontMissAnything()],
  },
  {
    id: 'television',
    category: 'technical',
    question: m.supportWhyMyPhoneAhead(),
    answer: [m.supportBroadcastTakesSeveralSeconds()],
  },
  {
    id: 'screen',
    category: 'technical',
    question: m.supportWillMyScreenTurn(),
    answer: [m.supportWhileQuestionOpenPage()],
  },
  {
    id: 'browsers',
    category: 'technical',
    question: m.supportWhichBrowsersDevicesCan(),
    answer: [m.supportUpDateChromeEdge()],
  },
  {
    id: 'several-devices',
    category: 'technical',
    question: m.supportCanIUseSeveral(),
    answer: [m.supportYesWithSameAccount()],
  },
  {
    id: 'verification',
    category: 'account',
    question: m.supportMyVerificationEmailHasnt(),
    answer: [
      m.supportGiveFewMinutesCheck(),
      m.supportLinkWorksHours({ verificationLifetimeMs: VERIFICATION_LIFETIME_MS / HOUR_MS }),
    ],
    link: { to: '/login', label: m.supportGoLogin() },
  },
  {
    id: 'forgot',
    category: 'account',
    question: m.supportIveForgottenMyPassword(),
    answer: [m.supportAskResetLinkWith({ resetLifetimeMs: RESET_LIFETIME_MS / MINUTE_MS })],
    link: { to: '/forgot-password', label: m.supportResetMyPassword() },
  },
  {
    id: 'passwords',
    category: 'account',
    question: m.supportWhatMakesGoodPassword(),
    answer: [
      m.supportWhenYouRegisterChange({
        passwordMin: PASSWORD_MIN,
        resetPasswordMin: RESET_PASSWORD_MIN,
      }),
      m.supportSeveralUnrelatedWordsEasier(),
    ],
  },
  {
    id: 'profile',
    category: 'account',
    question: m.supportHowDoIChange(),
    answer: [m.supportYourProfilePressWelcome()],
    link: { to: '/profile', label: m.supportMyProfile() },
  },
  {
    id: 'visible',
    category: 'account',
    question: m.supportWhatDoOtherPlayers(),
    answer: [m.supportLeaderboardsShowYourName()],
  },
  {
    id: 'signed-out',
    category: 'account',
    question: m.supportWhyWasILogged(),
    answer: [m.supportLoginLastsHoursEnds({ tokenLifetimeS: TOKEN_LIFETIME_S / 3_600 })],
    link: { to: '/login', label: m.supportGoLogin() },
  },
  {
    id: 'forms',
    category: 'technical',
    question: m.supportWhoReadsWhatI(),
    answer: [NOT_SENT],
  },
  {
    id: 'entry-fee',
    category: 'account',
    question: m.supportWhatEntryFee(),
    answer: [m.supportIfShowChargesOne({ purpose: m.paymentPurpose() })],
  },
  {
    id: 'points-home',
    category: 'scoring',
    question: m.supportHowManyPointsDo(),
    answer: [m.supportOneEachHomeViewer()],
    link: HOW_IT_WORKS,
  },
  {
    id: 'points-studio',
    category: 'scoring',
    question: m.supportHowManyPointsDoContestants(),
    answer: [
      m.supportGroupsRankedHowMany({
        contestantPoints: CONTESTANT_POINTS[0],
        slice: CONTESTANT_POINTS.slice(1).join(', '),
      }),
    ],
    link: HOW_IT_WORKS,
  },
  {
    id: 'spelling',
    category: 'scoring',
    question: m.supportDoesSpellingMatter(),
    answer: [m.supportHardlyIfWereNot({ noDifference: NO_DIFFERENCE })],
  },
  {
    id: 'changed',
    category: 'scoring',
    question: m.supportWhyHaveMyPoints(),
    answer: [m.supportPointsFollowGroupsYour()],
  },
  {
    id: 'quick',
    category: 'scoring',
    question: m.supportDoQuickAnswersEarn(),
    answer: [m.supportNoAnswerLastSecond()],
  },
  {
    id: 'daily',
    category: 'scoring',
    question: m.supportWhenDoTodaysScores(),
    answer: [m.supportDailyLeaderboardResetsAnswer({ midnight })],
    link: HOW_IT_WORKS,
  },
  {
    id: 'board',
    category: 'scoring',
    question: m.supportWhyAmINot(),
    answer: [m.supportListsTopPlayersWho({ leaderboardSize: LEADERBOARD_SIZE })],
  },
];

/** The items of a category that contain every word of `query`, in any case. */
export function findFaq(
  items: readonly FaqItem[],
  query: string,
  category: FaqCategory | 'all',
): readonly FaqItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    const text = [item.question, ...item.answer].join(' ').toLowerCase();
    return (
      (category === 'all' || item.category === category) &&
      words.every((word) => text.includes(word))
    );
  });
}
