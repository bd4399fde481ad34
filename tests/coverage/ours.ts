/**
 * Requirements without a statement in the specification: added by decisions, or about the stage screen, which it does
 * not describe.
 */
export const OURS: readonly string[] = `
  R2.route-cancel-email-change R6.server-decides R6.token-over
  R6.own-status R6.own-last-answer R6.own-points R6.own-answer R6.own-profile R6.rooms R7.errors R7.described
  R7.ai-generate-off R7.generate-both R7.payment-bearer R7.payment-once R7.payment-webhook R7.payment-test-mode
  R7.payment-away R7.payment-off R7.config R7.payment-calls R7.cancel-email-change R7.inspector-calls R7.time-zone-calls
  R7.inspector-switch R7.inspector-relay R7.inspector-server R7.show-calls R6.register-home-viewer
  R4.typed-survives-refusal R4.verify-repeat R4.profile-email-confirmed R4.profile-password-elsewhere
  R4.question-status-effect R8.admin-question-updated R2.users-search-calm R2.users-address R6.last-admin
  R7.admin-user-delete-points R4.planned-times R4.both-timers R4.locked-no-text R4.untimed-reopened
  R4.newest-release R4.one-rule R4.grace R4.answer-before-release R4.server-clock R4.event-once R4.event-missed
  R4.banner-locked R4.time-up-taken-back R4.logout-hushes R4.chime-once R9.timer-formula R2.show-direct
  R2.result-guards R2.result-reveal-locks R2.result-frozen R2.result-no-answers R2.result-reopened R2.result-publish
  R2.result-by-itself R2.result-in-rundown R4.home-delay R2.control-delay R2.result-corrected R4.result-version R4.result-twice R2.result-acts
  R2.explained R2.explained-closed R2.explained-correction R2.appeal-once R2.appeal-when R2.appeal-waits R2.points-by-hand R2.open-for-one R2.appeal-outcome R7.explain-call
  R7.appeal-calls
  R2.show-direct-admins R2.show-direct-unknown R2.show-direct-audit R2.show-direct-events R2.show-question
  R2.show-answered-live R2.show-windows-live R2.show-edit-live R2.show-delete-idle R2.show-places R2.show-tied
  R2.show-place-facts R2.show-board R2.show-board-live R2.show-unrevealed
  R2.show-unshown-text R2.show-reveal-lowest R2.show-reveal-chosen R2.show-hide R2.show-reveal-twice
  R2.show-reveal-open R2.show-reveal-other R2.show-reveal-none R2.show-reopened R2.show-link-open
  R2.show-link-one R2.show-link-secret R2.show-link-only-show R2.show-link-revoked R2.show-link-wrong
  R4.players-counted R2.show-link-maker R2.stage-screen-kept R7.admin-question-delete-in-play
  R2.show-admin-opens R2.show-admin-gone R2.show-screens R2.show-recovery R2.show-calm R2.show-processes
  R4.show-answers R4.show-answers-version R2.stage-screen-link R2.stage-screen-key R2.stage-screen-idle
  R2.stage-screen-question R2.stage-screen-countdown R2.stage-screen-answered R2.stage-screen-places R2.stage-screen-reveal
  R2.stage-screen-board R2.stage-screen-bare R2.stage-screen-stale R2.stage-screen-recovers R2.stage-screen-revoked
  R2.stage-screen-fit R2.stage-screen-spoken R2.stage-screen-awake R2.stage-screen-back R2.stage-screen-reduced
  R2.stage-screen-finale R2.season-shows R2.season-board R2.season-stage R2.season-visible R7.season-board-call R2.teams-join R2.teams-board R2.teams-stage R2.show-board-own R2.rank-of-guests R2.show-final-standing R2.show-tie-break R7.show-board-call R2.control-finale R2.control-closed
  R2.stage-screen-scenes R2.show-interlude R2.stage-screen-sound R2.stage-screen-overlay R2.stage-screen-playout R2.show-crowd
  R2.direct-scene R2.direct-now R2.direct-places R2.direct-reveal R2.direct-hide
  R2.direct-open R2.direct-link R2.direct-revoke R2.direct-screens R2.direct-refused
  R2.direct-keys R2.direct-live R2.direct-lost R2.show-fault-last-picture R2.how-rule-home R2.how-rule-studio R2.how-example R2.how-daily-reset
  R2.how-own-rule R2.support-nothing R2.payment-unavailable R2.payment-way R2.payments-of-session
  R2.payment-test-mode R4.payment-preparing-awaiting R4.payment-preparing-unavailable
  R4.payment-unavailable-preparing R4.payment-confirming-verifying R4.payment-cancelled R4.payment-lost-reply
  R4.payment-lost-line R4.payment-processing R4.payment-reload R4.payment-once R4.payment-already
  R4.payment-intent-cancelled R9.scoring-popularity R9.scoring-ties R9.show-time-zone R9.evening R9.rank-audience R9.board-people
  R9.board-own-row R9.rank-competition R9.rank-order R9.board-absent R9.board-no-admins R9.board-deleted
  R2.generate-undo R2.generate-no-model R2.generate-zone R7.ai-generate-plain R7.ai-generate-data
  R7.ai-generate-faults R7.ai-generate-limit R7.generate-instants R2.selected-default R2.grouping-held
  R2.grouping-worth R5.answer-once R5.answer-repeated R5.answer-different R5.answer-durable R5.answer-shut
  R5.answer-draft R4.answer-other-device R2.qc-planned R2.qc-untimed R2.qc-lane-state R2.qc-other-audience
  R2.qc-merges R4.release-undo R4.release-conflict R4.release-double-click R2.qc-keys R2.qc-keys-twice R2.qc-open-first R7.rundown-calls R2.control-add R2.control-once R2.control-outdated R2.control-order R2.control-release R2.control-armed R2.control-extend R2.control-next R2.control-end R2.control-duplicate R2.control-states R2.control-main R2.control-early R2.control-guards R2.control-paste R2.control-pause R2.control-two R2.control-desk R2.control-reveal-all R2.control-fits R2.control-interludes R2.control-lockout R2.control-untimed R2.control-links R2.control-both R2.control-withdrawn R2.control-draft R2.control-one-live R2.rehearsal-players R2.rehearsal-invited R2.rehearsal-invitation-ends R2.rehearsal-apart R2.rehearsal-clear R2.rehearsal-live R2.rehearsal-processes R2.rehearsal-marked R2.control-killed R2.control-line R2.run-sheet R2.run-sheet-link R2.export-answers R2.export-sheets R2.export-teams R2.export-season R2.export-after R2.export-csv R7.export-call R7.control-calls R7.control-token R7.control-once R7.control-live R7.control-socket R2.live-bar R2.live-undo R2.hold-points-held R2.hold-points-reveal R2.hold-points-publish R2.hold-points-in-time R2.answer-reveal-said R2.answer-reveal-haptic R2.answer-reveal-heard R2.answer-reveal-streak R2.answer-reveal-place R2.hold-points-switch R2.control-hold R2.result-reason R2.control-columns R2.control-ai
  R2.desk-wins R2.desk-undo R2.desk-outdated R2.desk-held R2.desk-preview R2.desk-range R7.desk-calls
  R2.media-upload R2.media-metadata R2.media-limit R2.media-alt R2.media-stage R2.media-phone R2.media-control R2.media-secret R2.media-ahead R2.media-copies R2.media-delete R2.media-processes R7.media-call
  R2.live-named R3.list-events R2.qc-stale R4.release-slept R4.unsure-checking
`
  .trim()
  .split(/\s+/u);
