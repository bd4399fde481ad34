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
import { LOCKED_LABEL, MESSAGES } from '#machines/contract/messages.ts';
import { NO_DIFFERENCE } from '#src/words/matching.ts';

export type FaqCategory = 'gameplay' | 'technical' | 'account' | 'scoring';

export const FAQ_LABELS: Readonly<Record<FaqCategory | 'all', string>> = {
  all: 'All',
  gameplay: 'Gameplay',
  technical: 'Technical',
  account: 'Account',
  scoring: 'Scoring',
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
export const NOT_SENT =
  'The forms of Contact and Feedback are for trying out: what you write there is not sent to anybody yet.';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOW_IT_WORKS = { to: '/how-it-works', label: 'How the game works' };

/** Frequently asked questions for the brand `brand`. */
export const faqItems = (brand: Brand, midnight: string): readonly FaqItem[] => [
  {
    id: 'play',
    category: 'gameplay',
    question: 'How do I play?',
    answer: [
      'Log in and keep the page open. When the producers release a question, it appears by itself. Press Answer Question, type what you think, and submit.',
      'There is nothing to choose from: you answer in your own words.',
    ],
    link: HOW_IT_WORKS,
  },
  {
    id: 'waiting',
    category: 'gameplay',
    question: 'Why do I see no question?',
    answer: [
      'Questions are released live, for the people at home and for the contestants in the studio separately. Between two questions the list can be empty.',
      'You need not reload: the next one appears here by itself.',
    ],
  },
  {
    id: 'once',
    category: 'gameplay',
    question: 'Can I change my answer?',
    answer: [
      `No. You have one answer to each question, of up to ${LIMITS.answerLength} characters, and it is final once it is sent. Until then nothing is decided: what you type stays a draft on your device.`,
    ],
  },
  {
    id: 'time',
    category: 'gameplay',
    question: 'How much time do I have?',
    answer: [
      'As long as the timer beside the question says. A question without a timer stays open until its planned end, or until the producers take it back; one that is released after its planned end is open until they do.',
      'The time is measured by the show’s clock, not by your device’s: a phone whose clock is wrong sees the same countdown as everybody else.',
    ],
  },
  {
    id: 'locked',
    category: 'gameplay',
    question: `What does ‘${LOCKED_LABEL.studio}’ mean?`,
    answer: [
      `While a timer runs for the studio alone, only ${brand.name} contestants can answer, and everybody else reads ‘${LOCKED_LABEL.studio}’. The other way round it says ‘${LOCKED_LABEL.home}’.`,
      'A locked question opens for you if the producers release it to you as well.',
    ],
  },
  {
    id: 'revoked',
    category: 'gameplay',
    question: 'The question disappeared while I was typing. Is my text lost?',
    answer: [
      'The producers can take a question back and release it again. Your draft is kept on your device and is there again when the question is.',
    ],
  },
  {
    id: 'contestant',
    category: 'gameplay',
    question: `Who is a ${playerWord(brand)}?`,
    answer: [
      `Somebody who plays in the studio. Every new account is a home viewer; the producers make an account a ${playerWord(brand)} when its owner takes part in the studio.`,
    ],
  },
  {
    id: 'reconnecting',
    category: 'technical',
    question: `It says ‘${MESSAGES.connection.reconnecting}’. What should I do?`,
    answer: [
      'Usually nothing: the page goes on trying, and shows the current state as soon as the line is back. What you have typed is kept.',
      'If it takes long, check whether other pages load, or change between Wi-Fi and mobile data.',
    ],
  },
  {
    id: 'lost-answer',
    category: 'technical',
    question: 'The line broke when I submitted. Does my answer count?',
    answer: [
      'Leave the page open: the answer waits there and is sent by itself as soon as the line is back. It counts if it arrives before the time is up, and if it is too late, the page says so.',
      'If only the reply was lost, your answer is stored already. The page asks again, and gets the same result; you lose nothing.',
    ],
  },
  {
    id: 'sound',
    category: 'technical',
    question: 'Why do I hear no sound when a question opens?',
    answer: [
      'Browsers allow sound only after you ask for it. Press Enable Audio on the question page: a sample plays at once. If you do not hear it, look at the volume and the silent switch of your device.',
      'You miss nothing without sound: every chime has a message on the screen.',
    ],
  },
  {
    id: 'television',
    category: 'technical',
    question: 'Why is my phone ahead of the television?',
    answer: [
      'A broadcast takes several seconds to reach you, more by satellite or stream than by cable. The page is told at once. When the two disagree, the page is right.',
    ],
  },
  {
    id: 'screen',
    category: 'technical',
    question: 'Will my screen turn off while I wait?',
    answer: [
      'While a question is open, the page asks your device to stay awake. Some devices refuse, for example when the battery is low; then touch the screen now and again, or set a longer time in the device’s settings.',
    ],
  },
  {
    id: 'browsers',
    category: 'technical',
    question: 'Which browsers and devices can I use?',
    answer: [
      'A current Chrome, Edge, Firefox or Safari on a phone, tablet or computer, with JavaScript switched on. There is nothing to install.',
    ],
  },
  {
    id: 'several-devices',
    category: 'technical',
    question: 'Can I use several devices or tabs?',
    answer: [
      'Yes, with the same account. They show the same questions, and the first answer sent from any of them counts.',
    ],
  },
  {
    id: 'verification',
    category: 'account',
    question: 'The verification email has not arrived.',
    answer: [
      'Give it a few minutes and look into the spam folder. Then log in with your email and password: the page offers to send the mail again.',
      `The link in it is good for ${VERIFICATION_LIFETIME_MS / HOUR_MS} hours.`,
    ],
    link: { to: '/login', label: 'To the login' },
  },
  {
    id: 'forgot',
    category: 'account',
    question: 'I have forgotten my password.',
    answer: [
      `Ask for a reset link with the address of your account. The link is good for ${RESET_LIFETIME_MS / MINUTE_MS} minutes and can be used once; only the newest one works.`,
    ],
    link: { to: '/forgot-password', label: 'Reset my password' },
  },
  {
    id: 'passwords',
    category: 'account',
    question: 'What makes a good password?',
    answer: [
      `At registration and in the profile at least ${PASSWORD_MIN} characters, and none of those that everybody tries first. Through a reset link at least ${RESET_PASSWORD_MIN}, with a lowercase letter, an uppercase letter and a number.`,
      'Several unrelated words are easier to remember than signs, and harder to guess.',
    ],
  },
  {
    id: 'profile',
    category: 'account',
    question: 'How do I change my name, email or password?',
    answer: [
      'In your profile, which the Welcome link at the top leads to. A new email address counts once you have opened the link sent to it, and you log in with it from then on; until then the old one stays.',
    ],
    link: { to: '/profile', label: 'To my profile' },
  },
  {
    id: 'visible',
    category: 'account',
    question: 'What do other players see of me?',
    answer: [
      'Your name, whether you play at home or in the studio, and your points, on the leaderboards. Never your email address, and never what you answered beside your name.',
    ],
  },
  {
    id: 'signed-out',
    category: 'account',
    question: 'Why was I logged out?',
    answer: [
      `A login lasts ${TOKEN_LIFETIME_S / 3_600} hours. It ends earlier when you log out in another tab, when your email address or password is changed, or when your account is deleted.`,
    ],
    link: { to: '/login', label: 'To the login' },
  },
  {
    id: 'forms',
    category: 'technical',
    question: 'Who reads what I write in Contact and Feedback?',
    answer: [NOT_SENT],
  },
  {
    id: 'entry-fee',
    category: 'account',
    question: 'What is the entry fee for?',
    answer: [
      `Where the show asks for one, it stands beside the selected question. ${MESSAGES.payment.purpose}`,
    ],
  },
  {
    id: 'points-home',
    category: 'scoring',
    question: 'How many points do I get at home?',
    answer: [
      'As many as there are home viewers in your answer group, you included. If 12 people at home say the same as you, that is 12 points for each of you.',
    ],
    link: HOW_IT_WORKS,
  },
  {
    id: 'points-studio',
    category: 'scoring',
    question: 'How many points do contestants get in the studio?',
    answer: [
      `The groups are ranked by how many people gave the answer, at home and in the studio together. The most popular one is worth ${CONTESTANT_POINTS[0]} points to a contestant, the next ones ${CONTESTANT_POINTS.slice(1).join(', ')}; all others none. Groups of equal size share their rank.`,
    ],
    link: HOW_IT_WORKS,
  },
  {
    id: 'spelling',
    category: 'scoring',
    question: 'Does spelling matter?',
    answer: [
      `Hardly. ${NO_DIFFERENCE} If in doubt, two answers stay apart, so choose the word that most people would use.`,
    ],
  },
  {
    id: 'changed',
    category: 'scoring',
    question: 'Why have my points changed?',
    answer: [
      'Points always follow the current groups. While answers come in your group grows, and when two groups turn out to mean the same they are joined. Scores and leaderboards change with them.',
    ],
  },
  {
    id: 'quick',
    category: 'scoring',
    question: 'Do quick answers earn more?',
    answer: [
      'No. An answer in the last second is worth as much as one in the first. Among players with equal points, who share a rank, the earlier answer is listed first.',
    ],
  },
  {
    id: 'daily',
    category: 'scoring',
    question: 'When do today’s scores start again?',
    answer: [
      `The daily leaderboard resets at ${midnight}, and an answer counts for the day on which it was given. A show that runs past midnight counts for the day on which it began. All-time scores are never reset.`,
    ],
    link: HOW_IT_WORKS,
  },
  {
    id: 'board',
    category: 'scoring',
    question: 'Why am I not on the leaderboard?',
    answer: [
      `It lists the first ${LEADERBOARD_SIZE} players who have answered in its period. Your own rank is on the question page, however far down it is; ‘-’ means that you have not answered in the period yet.`,
    ],
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
