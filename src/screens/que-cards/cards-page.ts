import { m } from 'messages';
import type { ListedQuestion } from '#machines/contract/entities.ts';
import { DASHBOARD_PAGE_SIZE } from '#machines/contract/limits.ts';
import { epochMs } from '#machines/connection/rules/clock.ts';
import { isFinal } from '#machines/results/rules/finality.ts';
import { isIdSearch } from '#machines/admin/rules/people.ts';

export const DATES = ['all', 'today'] as const;
export const ORDERS = ['newest', 'oldest', 'a-z', 'z-a'] as const;

export const ORDER_LABELS: Record<(typeof ORDERS)[number], string> = {
  newest: m.queCardsDateNewestFirst(),
  oldest: m.queCardsDateOldestFirst(),
  'a-z': m.queCardsQuestionZ(),
  'z-a': m.queCardsQuestionDescending(),
};

export interface CardsQuery {
  readonly date: (typeof DATES)[number];
  readonly order: (typeof ORDERS)[number];
  readonly search: string;
  /** Page number, from 1. */
  readonly page: number;
}
export interface CardsPage {
  readonly questions: readonly ListedQuestion[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

const byText = (a: ListedQuestion, b: ListedQuestion): number =>
  a.question_text.localeCompare(b.question_text);
/** The date that a card shows, which is the planned start, epoch ms. */
const dateOf = ({ start_time: start }: ListedQuestion): number => epochMs(start);
const byDate = (a: ListedQuestion, b: ListedQuestion): number =>
  dateOf(a) - dateOf(b) || a.id.localeCompare(b.id);

const COMPARE: Record<CardsQuery['order'], typeof byText> = {
  newest: (a, b) => byDate(b, a),
  oldest: byDate,
  'a-z': byText,
  'z-a': (a, b) => byText(b, a),
};

/** Whether the question has answers and its result is not final. */
export const isUnsettled = ({ answered, result }: ListedQuestion): boolean =>
  answered.studio + answered.home > 0 && !isFinal(result);

/**
 * The cards of one page (specification §2, question analytics), after filter, search and sorting. `today`: YYYY-MM-DD,
 * as `dayOf` returns it. `ahead`: ids of the questions that come first in any order.
 */
export function cardsPage(
  questions: readonly ListedQuestion[],
  query: CardsQuery,
  today: string,
  dayOf: (instant: number) => string,
  ahead: ReadonlySet<string>,
): CardsPage {
  const isLater = ({ id }: ListedQuestion) => Number(!ahead.has(id));
  const wanted = query.search.trim().toLowerCase();
  const found = questions
    .filter(
      (question) =>
        (query.date === 'all' || dayOf(dateOf(question)) === today) &&
        (question.question_text.toLowerCase().includes(wanted) || isIdSearch(question.id, wanted)),
    )
    .toSorted((a, b) => isLater(a) - isLater(b) || COMPARE[query.order](a, b));
  const pages = Math.max(1, Math.ceil(found.length / DASHBOARD_PAGE_SIZE));
  const page = Math.min(Math.max(1, query.page), pages);
  const first = (page - 1) * DASHBOARD_PAGE_SIZE;
  return {
    questions: found.slice(first, first + DASHBOARD_PAGE_SIZE),
    page,
    pages,
    total: found.length,
  };
}
