/** The producer's que cards, release and revoke (specification §2, §4, §5, §7 to §9). */
export const queCards: Readonly<Record<string, string>> = {
  'R2.qc-today': 'The date filter has today only',
  'R2.qc-all-dates': 'The date filter has all dates',
  'R2.qc-newest': 'Sort: date newest',
  'R2.qc-oldest': 'Sort: date oldest',
  'R2.qc-a-z': 'Sort: question A-Z',
  'R2.qc-z-a': 'Sort: question Z-A',
  'R2.qc-search-text': 'Search by question text',
  'R2.qc-search-id': 'Search by question id',
  'R2.qc-pagination': 'The cards come in pages',
  'R9.dashboard-page': 'A page of the dashboard has 5 questions',
  'R2.qc-question': 'A card shows the question',
  'R2.qc-start': 'A card shows the start time',
  'R2.qc-end': 'A card shows the end time',
  'R2.qc-planned':
    'A card shows live whether the question is planned, running or ended by its own times',
  'R2.qc-timer-contestant':
    'A card shows the contestant timer: how long it is, when it ends, what is left',
  'R2.qc-timer-home':
    'A card shows the home viewer timer: how long it is, when it ends, what is left',
  'R2.qc-untimed': 'A card shows how a release without a timer ends',
  'R2.qc-totals': 'A card shows how many have answered, in all and of each audience, as it moves',
  'R2.qc-badges': 'A card has release status badges: Draft, On Air, To Home',
  'R2.qc-lane-state':
    'A card shows the state of each audience: not released, open, locked, expired',
  'R2.qc-other-audience':
    'The release dialog says beforehand what a timer does to the other audience (design)',
  'R2.qc-release-button': 'A card has a release button for each audience',
  'R2.qc-revoke-button': 'A card has a revoke button for each audience that it is released to',
  'R2.qc-groups': 'A card shows the top answer groups',
  'R2.qc-merges':
    'A card says how many AI suggestions wait for the producer, and opens the place where they are decided',
  'R2.qc-release-timer': 'A release can carry a timer of minutes and seconds',
  'R2.qc-release-untimed': 'A release can carry no timer',
  'R5.release-minutes': 'Release timer: minutes 0 to 60',
  'R5.release-seconds': 'Release timer: seconds 0 to 59',
  'R5.release-nothing': 'A timed release is disabled when minutes and seconds are both 0',
  'R9.release-default': 'The release timer begins at 5 min for both audiences',
  'R4.release': 'Release makes a question released to its audience',
  'R4.revoke': 'Revoke makes a question not released to its audience',
  'R4.release-independent': 'The audiences are released and revoked independently',
  'R4.release-reopens': 'Releasing an expired question reopens it for that audience',
  'R4.release-list': 'The local list is updated after release or revoke',
  'R4.release-undo':
    'A revoke can be taken back until something else is done: the window keeps the end that was set (design)',
  'R4.release-conflict':
    'That the other audience has a running timer is said before the click (design)',
  'R4.release-double-click': 'A double click on a live action counts once (design)',
  'R2.qc-keys':
    'Single keys act on the chosen card alone, and one that did nothing says why (design)',
  'R2.qc-keys-twice': 'A key that takes something away wants a second press (design)',
  'R2.qc-open-first': 'Questions that are open, or not published yet, come first (design)',
  'R2.control-add':
    'Many questions are added to a rundown at once, with their dates filled in (design)',
  'R2.control-once': 'The same act sent twice counts once (design)',
  'R2.control-outdated':
    'An act upon an older version changes nothing, and says what is true now (design)',
  'R2.control-order':
    'Items can be moved, edited, skipped and removed until players have seen them (design)',
  'R2.control-release':
    'An item is released by its presets, to both audiences in one act, and is on the stage screen (design)',
  'R2.control-armed': 'One item is armed, and nothing else is acted on (design)',
  'R2.control-extend': 'A running window gets ten seconds more, or is closed now (design)',
  'R2.control-next': 'The next item is armed when the points of the one before are final (design)',
  'R2.control-end': 'A show ends, and is reopened with a reason (design)',
  'R2.control-finale':
    'After the last item the main button shows standings, podium and winner, each of which can be undone (design)',
  'R2.control-closed':
    'What is of a show that has ended cannot be released from anywhere, unless the show is reopened (design)',
  'R2.control-duplicate': 'A show is duplicated with new questions (design)',
  'R2.control-states': 'An item is as far as its question is (design)',
  'R2.control-early':
    'A key that is pressed a moment before its button is enabled presses it then, once, and never another act (design)',
  'R2.control-main': 'One button says what it will do next, and does it (design)',
  'R2.control-guards': 'What cannot be done is refused with the reason (design)',
  'R2.control-paste': 'Questions are pasted as lines or as a table, with errors by row (design)',
  'R2.control-pause': 'Between two acts there is a rest (design)',
  'R2.control-hold':
    'What hurts is held for a second, or pressed twice, by key, mouse and finger (design)',
  'R2.result-reason': 'A release of what is locked asks why it opens again (design)',
  'R2.control-columns': 'What each column of a pasted table holds is chosen (design)',
  'R2.control-ai': 'The AI writes into what is added to a rundown (design)',
  'R2.control-two': 'Two producers see each other (design)',
  'R2.control-desk':
    'The control room and the grouping desk lead to each other by one key (design)',
  'R2.control-reveal-all': 'Groups are revealed one after the other in one act (design)',
  'R2.control-both':
    'An item that is released to both with a timer for one gives it to both (design)',
  'R2.control-withdrawn':
    'A question that is revoked from both leaves the stage screen, and is not released again by the main button (design)',
  'R2.control-draft': 'Nothing of a draft is aired before it was confirmed to go live (design)',
  'R2.control-one-live': 'One open show is live at a time (design)',
  'R2.rehearsal-players':
    'A rehearsal is played by simulated players who connect and answer (design)',
  'R2.rehearsal-apart':
    'No point, board, total, statistic, list of users or export has anything of a rehearsal (design)',
  'R2.rehearsal-invited':
    'Only simulated players and invited devices receive a rehearsed question (design)',
  'R2.rehearsal-invitation-ends': 'An invitation holds for one rehearsal (design)',
  'R2.rehearsal-clear': 'A rehearsal is cleared by one act (design)',
  'R2.rehearsal-live': 'A show goes live with nothing left of its rehearsal (design)',
  'R2.rehearsal-processes':
    'One of several processes plays a rehearsal, and another one when that is gone (design)',
  'R2.rehearsal-marked': 'A rehearsal says so wherever a question is seen or answered (design)',
  'R2.control-killed':
    'A process that is killed in or after an act of a show loses none of it and does nothing twice (design)',
  'R2.control-line':
    'A control room whose line was lost does nothing upon what is outdated, and shows what is true once it is back (design)',
  'R2.control-lockout':
    'Presets that keep an audience from answering are warned of where they are set (design)',
  'R2.control-untimed': "An item without a timer is 'Open' everywhere, without a clock (design)",
  'R2.control-links':
    'The links and QR codes of joining and of the stage are one press away (design)',
  'R2.control-interludes':
    'One key of the control room puts a picture on the stage, and takes it away (design)',
  'R2.control-fits': 'The control room fits a laptop and works by keyboard (design)',
  'R2.hold-points-held':
    'While an item of a show is in play, no reply and no event sends a player its points, ranks or board',
  'R2.hold-points-reveal':
    'A group that is revealed on air brings its players their points; taken back, they are held again',
  'R2.hold-points-publish': 'Publishing brings everybody the points that were held',
  'R2.hold-points-in-time':
    'Players get the points of a group when the screen has shown it, to the millisecond of the server, and at home later by the delay (design)',
  'R2.answer-reveal-said':
    'A phone says once, and in order, how many thought alike, and what a correction has changed (design)',
  'R2.answer-reveal-heard':
    'A phone with sound on plays lock-in, hit and number one; a contestant’s phone plays nothing',
  'R2.answer-reveal-haptic':
    'A phone vibrates at the lock-in and at the board, never with reduced motion (design)',
  'R2.answer-reveal-streak':
    'Questions in a row with the own group on the board are counted (design)',
  'R2.answer-reveal-place': 'The rank moves after the points (design)',
  'R2.hold-points-switch': 'Holding points is a switch of the show, on by default',
  'R2.run-sheet':
    'A run sheet to print has every question with its order, timers, note and planned time (design)',
  'R2.run-sheet-link':
    'A link shows the run sheet, and nothing else, without an account, until it is ended (design)',
  'R2.media-upload':
    'A producer stores a PNG, JPEG, WebP, SVG or MP3 of up to 5 MB, recognised by its content; an SVG keeps only what draws (design)',
  'R2.media-metadata':
    'A picture or sound is stored without metadata such as the place where it was taken; its orientation stays (design)',
  'R2.media-limit': 'The pictures and sounds of a show take at most 200 MB (design)',
  'R2.media-control':
    'A producer adds, sees, replaces and removes the picture or sound of an item; a refused file costs nothing that was typed (design)',
  'R2.media-stage':
    'The stage screen shows the picture beside the question until the board comes, and plays the sound once after the release; an overlay has neither (design)',
  'R2.media-phone':
    'A phone shows the picture or plays the sound of a question that it can answer, never by itself, and never at a desk in the studio (design)',
  'R2.media-alt': 'A picture or sound of a question has a text alternative (design)',
  'R2.media-secret':
    'A picture or sound reaches an audience with its question and not before, by no reply and no event; the stage loads it ahead (design)',
  'R2.media-ahead':
    'Phones load the next picture or sound ahead, sealed, and get the key with the question; without the sealed bytes they load it then (design)',
  'R2.media-copies':
    'Copies, exports and run sheets of a show have its pictures and sounds (design)',
  'R2.media-delete':
    'A picture or sound that no question uses any more is deleted a day later (design)',
  'R2.media-processes': 'Each process serves the pictures and sounds of all (design)',
  'R2.export-answers':
    'The answers of an export, grouped and scored again, come to its scores, and to what the boards said (design)',
  'R2.export-sheets':
    'An export has when each question was aired, revealed and published, and who did what (design)',
  'R2.export-season':
    'The export of a show in a season has a sheet with the whole board of the season (design)',
  'R2.export-teams':
    "An export of a show with teams has their board, and each person's team (design)",
  'R2.export-after':
    'An export has what follows a night: winners to contact, payments, appeals, and every act in words (design)',
  'R2.export-csv':
    'An export is the same as a workbook and as CSV files, with checksums, and no spreadsheet runs what is in it (design)',
  'R2.live-bar':
    'Every screen of an admin shows what is open to which audience for how long, what is on air and who is connected, with a revoke for each (design)',
  'R2.live-undo':
    'The last act can be undone until the next of its kind, by a button that says what it will do (design)',
  'R2.live-named': 'Every live act is named in its confirmation (design)',
  'R2.qc-stale': 'A list that may be out of date says so (design)',
  'R3.list-events': 'Events send producers the changes of their list (design)',
  'R8.release-failed': "'Failed to release question: ...', and its home viewer variant",
  'R8.revoke-failed': "'Failed to revoke question: ...', and its home viewer variant",
  'R8.list-failed': "'Failed to fetch questions.'",
  'R8.list-log-in': "No token: 'Please log in to view questions.'",
};
