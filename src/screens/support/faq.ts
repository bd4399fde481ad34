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
  'The Contact and Feedback forms are only a demo for now: what you write isn’t sent to anyone.';

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
      'Log in and keep the page open. When a question is released, it pops up. Press Answer Question, type what you think, and submit.',
      'There are no options to pick from: you answer in your own words.',
    ],
    link: HOW_IT_WORKS,
  },
  {
    id: 'waiting',
    category: 'gameplay',
    question: 'Why do I see no question?',
    answer: [
      'Questions are released live, separately for home viewers and contestants. Between questions the list can be empty.',
      'No need to reload: the next one will pop up.',
    ],
  },
  {
    id: 'once',
    category: 'gameplay',
    question: 'Can I change my answer?',
    answer: [
      `No. You get one answer per question, up to ${LIMITS.answerLength} characters, and it’s final once you send it. Until then it’s just a draft on your device.`,
    ],
  },
  {
    id: 'time',
    category: 'gameplay',
    question: 'How much time do I have?',
    answer: [
      'As long as the timer beside the question says. A question without a timer stays open until its planned end, or until the producers take it back. If it’s released after its planned end, it stays open until they do.',
      'Timers run on the show’s clock, not your device’s, so everyone sees the same countdown.',
    ],
  },
  {
    id: 'locked',
    category: 'gameplay',
    question: `What does ‘${LOCKED_LABEL.studio}’ mean?`,
    answer: [
      `While a timer runs for the studio only, just ${brand.name} contestants can answer, and everyone else sees ‘${LOCKED_LABEL.studio}’. The other way round, it says ‘${LOCKED_LABEL.home}’.`,
      'A locked question opens for you if the producers release it to you as well.',
    ],
  },
  {
    id: 'revoked',
    category: 'gameplay',
    question: 'The question disappeared while I was typing. Is my text lost?',
    answer: [
      'No. The producers can take a question back and release it again. Your draft is saved on your device and returns with the question.',
    ],
  },
  {
    id: 'contestant',
    category: 'gameplay',
    question: `Who is a ${playerWord(brand)}?`,
    answer: [
      `Someone who plays in the studio. Every new account is a home viewer; the producers make it a ${playerWord(brand)} when you take part in the studio.`,
    ],
  },
  {
    id: 'reconnecting',
    category: 'technical',
    question: `It says ‘${MESSAGES.connection.reconnecting}’. What should I do?`,
    answer: [
      'Usually nothing: the page keeps trying and catches up as soon as you’re back online. What you’ve typed is kept.',
      'If it takes a while, check whether other pages load, or switch between Wi-Fi and mobile data.',
    ],
  },
  {
    id: 'lost-answer',
    category: 'technical',
    question: 'I lost connection when I submitted. Does my answer count?',
    answer: [
      'Keep the page open: we’ll send your answer when you’re back online. It counts if it arrives before time’s up, and the page tells you if it’s too late.',
      'If only the reply was lost, your answer is already saved. The page checks, and you lose nothing.',
    ],
  },
  {
    id: 'sound',
    category: 'technical',
    question: 'Why do I hear no sound when a question opens?',
    answer: [
      'Browsers only play sound after you ask for it. Press Enable Audio on the question page and you’ll hear a sample. If you don’t, check your device’s volume and silent switch.',
      'You won’t miss anything without sound: every chime comes with a message on the screen.',
    ],
  },
  {
    id: 'television',
    category: 'technical',
    question: 'Why is my phone ahead of the television?',
    answer: [
      'A broadcast takes several seconds to reach you, longer by satellite or stream than by cable. Your phone gets it at once. When the two disagree, your phone is right.',
    ],
  },
  {
    id: 'screen',
    category: 'technical',
    question: 'Will my screen turn off while I wait?',
    answer: [
      'While a question is open, the page asks your device to stay awake. Some devices refuse, for example on low battery. Then tap the screen now and again, or set a longer time in your device’s settings.',
    ],
  },
  {
    id: 'browsers',
    category: 'technical',
    question: 'Which browsers and devices can I use?',
    answer: [
      'An up-to-date Chrome, Edge, Firefox or Safari on a phone, tablet or computer, with JavaScript on. There’s nothing to install.',
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
    question: 'My verification email hasn’t arrived.',
    answer: [
      'Give it a few minutes and check your spam folder. Then log in with your email and password: the page offers to send the email again.',
      `The link works for ${VERIFICATION_LIFETIME_MS / HOUR_MS} hours.`,
    ],
    link: { to: '/login', label: 'Go to Login' },
  },
  {
    id: 'forgot',
    category: 'account',
    question: 'I’ve forgotten my password.',
    answer: [
      `Ask for a reset link with your account’s email address. The link works once, for ${RESET_LIFETIME_MS / MINUTE_MS} minutes. Only the newest one works.`,
    ],
    link: { to: '/forgot-password', label: 'Reset my password' },
  },
  {
    id: 'passwords',
    category: 'account',
    question: 'What makes a good password?',
    answer: [
      `When you register or change it in your profile: at least ${PASSWORD_MIN} characters, and not one of the most common passwords. With a reset link: at least ${RESET_PASSWORD_MIN}, with a lowercase letter, an uppercase letter and a number.`,
      'Several unrelated words are easier to remember than symbols, and harder to guess.',
    ],
  },
  {
    id: 'profile',
    category: 'account',
    question: 'How do I change my name, email or password?',
    answer: [
      'In your profile: press the Welcome link at the top. If you change your email address, we’ll send a link to the new one. Once you open it, log in with the new address; until then, use the old one.',
    ],
    link: { to: '/profile', label: 'My profile' },
  },
  {
    id: 'visible',
    category: 'account',
    question: 'What do other players see of me?',
    answer: [
      'The leaderboards show your name, your points, and whether you play at home or in the studio. Never your email address, and never your answers beside your name.',
    ],
  },
  {
    id: 'signed-out',
    category: 'account',
    question: 'Why was I logged out?',
    answer: [
      `A login lasts ${TOKEN_LIFETIME_S / 3_600} hours. It ends sooner if you log out in another tab, if your email address or password changes, or if your account is deleted.`,
    ],
    link: { to: '/login', label: 'Go to Login' },
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
      `If the show charges one, you’ll see it beside the selected question. ${MESSAGES.payment.purpose}`,
    ],
  },
  {
    id: 'points-home',
    category: 'scoring',
    question: 'How many points do I get at home?',
    answer: [
      'One for each home viewer in your answer group, including you. If 12 people at home say the same, that’s 12 points each.',
    ],
    link: HOW_IT_WORKS,
  },
  {
    id: 'points-studio',
    category: 'scoring',
    question: 'How many points do contestants get in the studio?',
    answer: [
      `Groups are ranked by how many people gave the answer, at home and in the studio together. The most popular is worth ${CONTESTANT_POINTS[0]} points to a contestant, the next ones ${CONTESTANT_POINTS.slice(1).join(', ')}. All others score nothing. Groups of equal size share a rank.`,
    ],
    link: HOW_IT_WORKS,
  },
  {
    id: 'spelling',
    category: 'scoring',
    question: 'Does spelling matter?',
    answer: [
      `Hardly. ${NO_DIFFERENCE} If we’re not sure, we keep answers separate, so choose the word most people would use.`,
    ],
  },
  {
    id: 'changed',
    category: 'scoring',
    question: 'Why have my points changed?',
    answer: [
      'Points follow the groups. Your group grows as answers arrive, and groups that mean the same are merged. Scores and leaderboards change with them.',
    ],
  },
  {
    id: 'quick',
    category: 'scoring',
    question: 'Do quick answers earn more?',
    answer: [
      'No. An answer in the last second is worth as much as one in the first. Players with equal points share a rank; the one who answered earlier is listed first.',
    ],
  },
  {
    id: 'daily',
    category: 'scoring',
    question: 'When do today’s scores start again?',
    answer: [
      `The daily leaderboard resets at ${midnight}, and an answer counts for the day you give it. A show that runs past midnight counts for the day it began. All-time scores never reset.`,
    ],
    link: HOW_IT_WORKS,
  },
  {
    id: 'board',
    category: 'scoring',
    question: 'Why am I not on the leaderboard?',
    answer: [
      `It lists the top ${LEADERBOARD_SIZE} players who have answered in that period. Your own rank is always on the question page; ‘-’ means you haven’t answered in that period yet.`,
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
