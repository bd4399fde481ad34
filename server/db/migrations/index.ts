import { firstMigration } from './0001-first.ts';
import { showPageMigration } from './0002-show-page.ts';
import { newestUsersMigration } from './0003-newest-users.ts';
import { judgementsMigration } from './0004-judgements.ts';
import { paymentsMigration } from './0005-payments.ts';
import { uncountedMigration } from './0006-uncounted.ts';
import { inspectorMigration } from './0007-inspector.ts';
import { groupedMigration } from './0008-grouped.ts';
import { exactCountsMigration } from './0009-exact-counts.ts';
import { changesMigration } from './0010-changes.ts';
import { auditStatusMigration } from './0011-audit-status.ts';
import { mailsMigration } from './0012-mails.ts';
import { feedEventsMigration } from './0013-feed-events.ts';
import { auditDetailsMigration } from './0014-audit-details.ts';
import { resultsMigration } from './0016-results.ts';
import { decisionsMigration } from './0017-decisions.ts';
import { rundownsMigration } from './0018-rundowns.ts';
import { controlTokensMigration } from './0020-control-tokens.ts';
import { homeDelayMigration } from './0021-home-delay.ts';
import { suspenseMigration } from './0022-suspense.ts';
import { finaleMigration } from './0023-finale.ts';
import { rehearsalsMigration } from './0024-rehearsals.ts';
import { dayZonesMigration } from './0025-day-zones.ts';
import { registrationsMigration } from './0026-registrations.ts';
import { newestRecountsMigration } from './0030-newest-recounts.ts';
import { mailsOfAccountsMigration } from './0032-mails-of-accounts.ts';
import { answerOriginsMigration } from './0033-answer-origins.ts';
import { airedNamesMigration } from './0034-aired-names.ts';
import { auditNamesMigration } from './0035-audit-names.ts';
import { rehearsalMembersMigration } from './0036-rehearsal-members.ts';
import { linkOwnersMigration } from './0038-link-owners.ts';
import { disclosuresMigration } from './0040-disclosures.ts';
import { refundsMigration } from './0042-refunds.ts';
import { audienceTotalsMigration } from './0043-audience-totals.ts';
import { namesApartMigration } from './0044-names-apart.ts';
import { eveningsMigration } from './0045-evenings.ts';
import { houseShowMigration } from './0046-house-show.ts';
import { stagesMigration } from './0047-stages.ts';
import { showRehearsalsMigration } from './0048-show-rehearsals.ts';
import { showMembersMigration } from './0049-show-members.ts';
import { guestsMigration } from './0050-guests.ts';
import { feedsMigration } from './0051-feeds.ts';
import { memberOriginsMigration } from './0052-member-origins.ts';
import type { Migration } from './migration.ts';
import { plainNamesMigration } from './0053-plain-names.ts';
import { modelMergesMigration } from './0054-model-merges.ts';
import { matchReasonsMigration } from './0055-match-reasons.ts';
import { teamsMigration } from './0056-teams.ts';
import { voidsMigration } from './0057-voids.ts';
import { adjustmentsMigration } from './0058-adjustments.ts';
import { ownWindowsMigration } from './0059-own-windows.ts';
import { interludesMigration } from './0062-interludes.ts';
import { runSheetLinksMigration } from './0064-run-sheet-links.ts';
import { itemPositionsMigration } from './0066-item-positions.ts';
import { seasonsMigration } from './0067-seasons.ts';
import { tieBreaksMigration } from './0069-tie-breaks.ts';
import { mediaMigration } from './0070-media.ts';
import { showProducersMigration } from './0071-show-producers.ts';
import { entryFeesMigration } from './0073-entry-fees.ts';
import { mediaSealsMigration } from './0074-media-seals.ts';
import { seasonPicturesMigration } from './0075-season-pictures.ts';
import { finaleTimesMigration } from './0076-finale-times.ts';
import { accountLanguagesMigration } from './0077-account-languages.ts';
import { showLanguagesMigration } from './0078-show-languages.ts';
import { groupingFactsMigration } from './0079-grouping-facts.ts';

/** In the order of their versions. A released migration is never changed. */
export const migrations: readonly Migration[] = [
  firstMigration,
  showPageMigration,
  newestUsersMigration,
  judgementsMigration,
  paymentsMigration,
  uncountedMigration,
  inspectorMigration,
  groupedMigration,
  exactCountsMigration,
  changesMigration,
  auditStatusMigration,
  mailsMigration,
  feedEventsMigration,
  auditDetailsMigration,
  resultsMigration,
  decisionsMigration,
  rundownsMigration,
  controlTokensMigration,
  homeDelayMigration,
  suspenseMigration,
  finaleMigration,
  rehearsalsMigration,
  dayZonesMigration,
  registrationsMigration,
  newestRecountsMigration,
  mailsOfAccountsMigration,
  answerOriginsMigration,
  airedNamesMigration,
  auditNamesMigration,
  rehearsalMembersMigration,
  linkOwnersMigration,
  disclosuresMigration,
  refundsMigration,
  audienceTotalsMigration,
  namesApartMigration,
  eveningsMigration,
  houseShowMigration,
  stagesMigration,
  showRehearsalsMigration,
  showMembersMigration,
  guestsMigration,
  feedsMigration,
  memberOriginsMigration,
  plainNamesMigration,
  modelMergesMigration,
  matchReasonsMigration,
  teamsMigration,
  voidsMigration,
  adjustmentsMigration,
  ownWindowsMigration,
  interludesMigration,
  runSheetLinksMigration,
  itemPositionsMigration,
  seasonsMigration,
  tieBreaksMigration,
  mediaMigration,
  showProducersMigration,
  entryFeesMigration,
  mediaSealsMigration,
  seasonPicturesMigration,
  finaleTimesMigration,
  accountLanguagesMigration,
  showLanguagesMigration,
  groupingFactsMigration,
];
