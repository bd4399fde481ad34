import type { Direction, RankedGroup, Show } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';

/** A place that is revealed, and its number from 1. */
interface Revealed {
  readonly number: number;
  readonly place: RankedGroup;
}

const revealedOf = (show: Show | null): Revealed[] =>
  (show?.places ?? []).flatMap((place, index) =>
    place === null ? [] : [{ number: index + 1, place }],
  );

/** What to say to people who listen when the page changes from `before` to `after`; null: nothing new. */
export function showAnnouncement(before: Show | null, after: Show): string | null {
  if (after.scene === 'board') return before?.scene === 'board' ? null : "Today's scores";
  const { question } = after;
  if (question === null) return null;
  if (before?.question?.question_id !== question.question_id) return question.question_text;
  const known = new Set(revealedOf(before).map(({ place }) => place.groupId));
  const news = revealedOf(after).filter(({ place }) => !known.has(place.groupId));
  return news.length === 0 ? null : news.map(placeText).join('. ');
}

const placeText = ({ number, place: { representative, count } }: Revealed): string =>
  `Number ${number}: ${representative}, ${count} ${count === 1 ? 'answer' : 'answers'}`;

/** Why nothing of the question on the show page, which somebody may answer or not, can be revealed; or null. */
export function whyNoReveal({ scene, places }: Direction, isOpen: boolean): string | null {
  if (scene !== 'question') return MESSAGES.show.noQuestion;
  if (isOpen) return MESSAGES.show.stillOpen;
  if (places.length === 0) return MESSAGES.questions.noAnswers;
  return places.every(({ revealed }) => revealed) ? MESSAGES.show.nothingLeft : null;
}
