import { AUDIENCES, type Audience } from '#machines/contract/entities.ts';
import { audienceType } from '#machines/rules/audience.ts';
import type { Announcer } from './announce.ts';
import { laneTimer, type QuestionRecord, viewFor } from './view.ts';

/** What befell an audience's window. */
export type Happening = 'question-released' | 'question-revoked' | 'timer-expired';

export interface Change {
  /** The question after the change, or before its deletion. */
  readonly record: QuestionRecord;
  readonly deleted?: boolean;
  /** The feed's version with this change. */
  readonly version: number;
  /** When it happened, epoch ms. */
  readonly at: number;
  /** To whom by name; everybody else hears `questions-updated`. */
  readonly happened?: Partial<Record<Audience, Happening>>;
}

const aboutOf = ({ record, version, at }: Pick<Change, 'record' | 'version' | 'at'>) => ({
  version,
  serverTime: at,
  questionId: record.id,
  gameSessionId: record.gameSessionId,
});

/**
 * Tells each circle what it may see of the question now (specification §4). Every circle hears of
 * every version, so that a gap in the versions always means a missed event.
 */
export function announceChange(announcer: Announcer, change: Change): void {
  const { record, at, happened = {}, deleted = false } = change;
  const about = aboutOf(change);
  const forAdmins = { ...about, question: deleted ? null : viewFor('admin', record, at) };

  for (const audience of AUDIENCES) {
    const forAudience = { ...about, question: deleted ? null : viewFor(audience, record, at) };
    const name = happened[audience];
    if (name === undefined) {
      announcer.toAudience(audience, 'questions-updated', forAudience);
      continue;
    }
    const type = audienceType(audience);
    announcer.toAudience(audience, name, { ...forAudience, type });
    announcer.toAdmins(name, { ...forAdmins, type });
    const timer = name === 'question-released' ? laneTimer(record.lanes[audience]) : null;
    if (timer === null) continue;
    announcer.toAudience(audience, 'timer-started', { ...forAudience, type, timer });
    announcer.toAdmins('timer-started', { ...forAdmins, type, timer });
  }
  if (Object.keys(happened).length === 0) announcer.toAdmins('questions-updated', forAdmins);
}

/**
 * A change that no player can see, so that it moves no version: without the question, so that who
 * shows the producer's list fetches it.
 */
export const announceToAdmins = (
  announcer: Announcer,
  { record, version, at }: Pick<Change, 'record' | 'version' | 'at'>,
): void => announcer.toAdmins('questions-updated', aboutOf({ record, version, at }));

/** Whether players can see the question at all; a change of one that they cannot concerns admins alone. */
export const isSeen = (record: QuestionRecord, at: number): boolean =>
  AUDIENCES.some((audience) => viewFor(audience, record, at) !== null);
