import { AUDIENCES } from '#machines/contract/roles.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import type { AuditDetails, AuditState } from '#server/db/audit-details.ts';
import type { AudienceRelease, QuestionRecord } from '#server/answering/view.ts';

/** Returns the audit details of a change to a question's text or release windows. */
export const questionDetails = (before: QuestionRecord, after: QuestionRecord): AuditDetails => ({
  name: before.text,
  before: stateOf(before),
  after: stateOf(after),
});

const stateOf = ({ text, releases }: QuestionRecord): AuditState => ({
  text,
  ...Object.fromEntries(
    AUDIENCES.map((audience) => [audienceLabel(audience), releaseText(releases[audience])]),
  ),
});

function releaseText(release: AudienceRelease | null): string {
  if (release?.window.released !== true) return 'not released';
  return release.window.timed ? `released for ${shortClockText(release.durationS)}` : 'released';
}
