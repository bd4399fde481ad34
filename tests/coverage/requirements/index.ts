import { accounts } from './accounts.ts';
import { admin } from './admin.ts';
import { boards } from './boards.ts';
import { calls } from './calls.ts';
import { generateQuestion } from './generate-question.ts';
import { live } from './live.ts';
import { mainPage } from './main-page.ts';
import { myAnswer } from './my-answer.ts';
import { pages } from './pages.ts';
import { queCards } from './que-cards.ts';
import { shell } from './shell.ts';
import { show } from './show.ts';

/**
 * The requirements of the specification, by area, as sentences by id. An id is `R<section of the
 * specification>.<slug>`. If a decision overrules the specification, the sentence follows the decision.
 */
export const REQUIREMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Routes and shell': shell,
  'Main page': mainPage,
  'Boards, points, ranks': boards,
  Accounts: accounts,
  'My Answer': myAnswer,
  'Que Cards, release and revoke': queCards,
  'Generate question': generateQuestion,
  'Admin panel and user management': admin,
  'Other pages': pages,
  'Calls, entities, roles': calls,
  'Windows, events, socket, chimes': live,
  'The stage screen': show,
};
