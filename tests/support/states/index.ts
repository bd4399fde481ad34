import { login, register } from './accounts.ts';
import { admin } from './admin.ts';
import { contact, feedback, profile } from './forms.ts';
import { control } from './control.ts';
import { gameshow } from './gameshow.ts';
import { grouping } from './grouping.ts';
import { home, homeAnswer, homeOfTheProducer } from './home.ts';
import { atlas, inspect } from './inspect.ts';
import { leaderboard } from './leaderboard.ts';
import { cancelEmailChange, forgotPassword, resetPassword, verifyEmail } from './mailed-links.ts';
import { manageUsers } from './manage-users.ts';
import { myAnswer } from './my-answer.ts';
import { howItWorks, join, mailbox, shell, support } from './pages.ts';
import { payment } from './payment.ts';
import { generateQuestion, queCards } from './producer.ts';
import type { Screen } from './state.ts';

/** The screens of a show, for players and the producer. */
export const SHOW_SCREENS: readonly Screen[] = [
  home,
  homeAnswer,
  homeOfTheProducer,
  myAnswer,
  leaderboard,
  queCards,
  control,
  grouping,
  generateQuestion,
  admin,
  manageUsers,
  gameshow,
];

/** Accounts, texts, payment and tools of testers. */
const OTHER_SCREENS: readonly Screen[] = [
  login,
  register,
  join,
  verifyEmail,
  forgotPassword,
  resetPassword,
  cancelEmailChange,
  profile,
  contact,
  feedback,
  support,
  howItWorks,
  payment,
  shell,
  mailbox,
  inspect,
  atlas,
];

/** Every screen in every state: what is checked and pictured. */
export const SCREENS: readonly Screen[] = [...SHOW_SCREENS, ...OTHER_SCREENS];
