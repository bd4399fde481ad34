/** The stage screen and what the producer reveals (specification §2; design). */
export const show: Readonly<Record<string, string>> = {
  // The producer's acts on the stage, and what the server sends.
  'R2.show-interlude':
    'A holding picture, a test card, a countdown or the boards over any scene, for as long as the producer wants (design)',
  'R2.show-direct': "The producer directs the stage screen: nothing, a question, or today's boards",
  'R2.show-direct-admins':
    'Only admins direct the stage screen, reveal, hide, and make or end its link',
  'R2.show-direct-unknown':
    'A question or group that does not exist cannot be shown or revealed: 404',
  'R2.show-direct-audit': 'Every act of directing is noted in the audit',
  'R2.show-direct-events': 'Every admin is sent each change of the stage screen at once',
  'R2.show-question':
    'The scene of a question is its text, both windows and how many of each audience answered',
  'R2.show-answered-live': 'The answered count of the scene moves as answers come',
  'R2.show-windows-live': 'Release, revoke and the end of a timer reach the stage screen',
  'R2.show-edit-live': 'An edited text reaches the stage screen',
  'R2.show-delete-idle': 'Deleting the question that is shown leaves the stage screen with nothing',
  'R2.show-places':
    'The places are the eight largest groups, most popular first; equal counts share a rank',
  'R2.show-tied':
    'Where a board ends within a tie, the page says how many more are tied, of groups once the last place is revealed',
  'R2.show-place-facts':
    'A revealed group is its rank, its answer, how many gave it, and its points for either audience',
  'R2.show-board':
    "The scene of the boards is today's ten best of each audience: rank, name, points, no ids",
  'R2.show-board-live': 'The boards of the scene move with the points',
  'R2.show-unrevealed':
    'A group that is not revealed is not sent: only that it has a place, once the result is locked',
  'R2.show-unshown-text':
    "A question's text is sent to the stage screen only while the producer shows it",
  'R2.show-reveal-lowest': 'Revealing without a choice reveals the least popular hidden place',
  'R2.show-reveal-chosen': 'The producer may reveal any place',
  'R2.show-hide':
    'Hiding without a choice takes back the group revealed last; any revealed one may be chosen',
  'R2.show-reveal-twice': 'A double click on reveal or hide of a group does it once',
  'R2.show-reveal-open':
    'While anybody can still answer the question, nothing of it can be revealed',
  'R2.show-reveal-other':
    'Nothing of a question that the stage screen does not show can be revealed',
  'R2.show-reveal-none':
    'Revealing when nothing is hidden, or hiding when nothing is revealed, is refused with the reason',
  'R2.show-reopened':
    'A question that is open again hides what was revealed; released again, for good',
  'R2.show-link-open':
    "A link with a key opens the stage screen on another machine without an admin's session",
  'R2.show-link-one': 'There is at most one link; a new one ends the one before',
  'R2.show-link-secret': 'The key is shown once, to its maker; the store has only its hash',
  'R2.show-link-only-show':
    'The key opens the stage screen and nothing else: no list, no room, no call',
  'R2.show-link-revoked':
    'Revoking or replacing the link ends the pages opened with it at once, on every process',
  'R2.show-link-maker': 'The link ends with the account, the role or the sessions of its maker',
  'R2.stage-screen-kept':
    'A stage screen that is open is never closed for a newer one, and finds its place kept after a lost line',
  'R2.show-link-wrong': 'A wrong key is refused and gets no data',
  'R2.show-admin-opens': "An admin's token opens the stage screen; any other token does not",
  'R2.show-admin-gone': 'Who is no admin any more loses the stage screen',
  'R2.show-screens':
    'The producer sees how many stage screens are connected; they do not count as players',
  'R2.show-recovery': 'After a reconnect the stage screen receives the whole state again',
  'R2.show-calm':
    'However many answers arrive, the stage screen is updated a few times a second, and always with the last change',
  'R2.show-processes': 'Several processes show the same',
  'R2.result-guards':
    'A lock needs every window over and every answer counted, a reveal the lock, unlocking that nothing was revealed',
  'R2.result-reveal-locks': 'Without a lock the first reveal locks the result by itself',
  'R2.result-frozen':
    'From the lock on neither matching, model, restart nor another process changes a group, points or a board',
  'R2.result-no-answers': 'A locked result accepts no answer, in any process',
  'R2.result-reopened':
    'A release unlocks a locked result, covers what was revealed and notes a reason',
  'R2.result-publish': 'Publishing makes points final; it cannot be unlocked',
  'R2.desk-wins':
    'What a producer decides about groups wins over matching, the model and what must differ, and stays',
  'R2.desk-undo':
    'Decisions about groups can be undone and done again, also after a reload; the log keeps all',
  'R2.desk-outdated':
    'A decision upon fewer decisions than there are is refused with what changed: 409',
  'R2.desk-held':
    "A group that is held back scores as it is, and is 'Held back' on the stage screen",
  'R2.desk-range': 'A click with Shift chooses a range of groups (design)',
  'R2.desk-preview': 'Before a decision is applied, it says whose points would change by how much',
  'R7.desk-calls':
    'The grouping desk is for admins, and its decisions take no groups of other game sessions',
  'R2.result-by-itself':
    'Ten minutes after its last window a question publishes itself, once, in any process',
  'R2.result-in-rundown':
    'A question of a rundown never publishes itself: its producer does, after the reveal',
  'R4.home-delay':
    'With the delay of a show Home opens and ends that much later in the rule, the chart and the rows, and receives nothing before',
  'R2.control-delay':
    'Ten seconds more, close now, lock and undo hold for a Home that is behind, also before it opens',
  'R2.result-corrected':
    'A change after publishing is a correction with a reason that players read',
  'R4.result-version': 'An act upon an older version is refused with what is true now',
  'R4.result-twice': 'The same act twice counts once',
  'R2.result-acts': 'Every act is kept: who, when, from which state to which, and why',
  'R2.explained':
    'A player sees the other texts of their group, its number of answers, its points and why, marked as preliminary until published',
  'R2.explained-closed': 'No player sees the group of an answer while the question is open',
  'R2.explained-correction': 'After a correction a player sees what changed for them and why',
  'R2.appeal-once': 'A player may say once a question that their answer means the same as another',
  'R2.appeal-when':
    'An appeal is possible from the end of the question until a day after publishing; hidden groups cannot be named',
  'R2.open-for-one':
    'A producer opens a question that has closed for one person: only their phone shows it, only their answer counts, and the lock waits',
  'R2.points-by-hand':
    'A producer gives or takes points of a person or team with a reason: they count on all boards, players read why, and they can be undone',
  'R2.appeal-waits':
    'Producers see how many appeals wait, in the control room and first at the desk, until each is settled; an earlier No hides none',
  'R2.appeal-outcome': 'The player gets the outcome of an appeal, by event and on the next load',
  'R7.explain-call': 'A call that explains the own answer, for players',
  'R7.appeal-calls': 'A call to appeal, for players; producers settle appeals at the grouping desk',
  'R4.show-answers':
    'A reveal sends show-answers with the question to both audiences and to admins',
  'R4.show-answers-version':
    'show-answers skips no version, so that no client takes it for a missed change',

  // The stage screen.
  'R2.stage-screen-route': 'The stage screen is at /{product}, for admins and for who has the link',
  'R2.stage-screen-link': 'The link opens the page without signing in',
  'R2.stage-screen-key':
    'The key is in the fragment of the link, which no server and no other page receives',
  'R2.stage-screen-idle':
    "With nothing to show the page shows the show's name, where to play along, and how many are ready",
  'R2.stage-screen-scenes':
    'The page plays each scene step by step: the first state is still, a press ends what plays',
  'R2.stage-screen-finale':
    'At the end the page plays the final standings, the podium from its third step, and the winner of each audience',
  'R2.show-board-own':
    'A show has a board of its own: the published points of its questions, each audience among itself, by the rules of the other boards (design)',
  'R2.rank-of-guests':
    'A guest of a members-only show has a rank within the own audience of that show, live (design)',
  'R2.season-shows':
    'A producer puts a show, also one that has ended, into a season, by its name or a new one (design)',
  'R2.season-stage':
    'A producer puts the standings of the season on the stage, with its name and the places before the show (design)',
  'R2.season-board':
    'The board of a season adds up the published points of a person on the boards of its shows that are live or have ended, each audience among itself (design)',
  'R2.season-visible':
    'While a show of a season is live that is only for members, only they and producers see the board of the season (design)',
  'R2.teams-join':
    'Home viewers of a show with teams choose one when they join, or are dealt to teams of equal size, however many join at once (design)',
  'R2.teams-board':
    'The board of the teams of a show has the mean of their published points, compared as exact fractions (design)',
  'R2.teams-stage':
    'In a show with teams, these take the place of home viewers in the standings, on the podium and as the winner (design)',
  'R2.show-tie-break':
    'Several who share the first place of a show share it, unless its producer lets the earlier answer to the last question win (design)',
  'R2.show-final-standing':
    'While the winner is on the screen, players read how they came off, when it has come to their audience (design)',
  'R7.season-board-call':
    'leaderboard-season is the board of a season, and lists the seasons that the caller may see',
  'R7.show-board-call': 'leaderboard-show is the board of the show that is live, or has ended last',
  'R2.stage-screen-sound': 'The page has sound, which is off until it is turned on at its machine',
  'R2.stage-screen-playout':
    'Over another picture the page shows the layers that are asked for, before a key colour if one is, and a playout system brings it in and out (design)',
  'R2.stage-screen-overlay':
    'With view=overlay the page lies over another picture, without a stage of its own',
  'R2.show-crowd':
    'The stage screen is given the address to join, and how many of each audience are connected',
  'R2.stage-screen-question': 'The page shows the question',
  'R2.stage-screen-countdown':
    'The page counts down every window with a timer, by the clock of the server',
  'R2.stage-screen-answered': 'The page shows how many have answered',
  'R2.stage-screen-places':
    'The page shows a row for each place; one that is not revealed is covered',
  'R2.stage-screen-reveal': 'A revealed row shows the answer, how many gave it, and the points',
  'R2.stage-screen-board':
    "The page shows today's best of each audience with rank, name and points",
  'R2.stage-screen-bare': 'The page has no header, footer, sidebar, cursor or scrolling',
  'R2.stage-screen-stale':
    'A page that has lost its line keeps what it shows, and says so to who stands at its machine',
  'R2.stage-screen-recovers': 'The page comes back by itself, however long the line was lost',
  'R2.stage-screen-revoked': 'A page whose link was revoked goes dark and says so',
  'R2.stage-screen-fit': 'Any question fits the screen in type as large as it allows',
  'R2.stage-screen-spoken':
    'New questions, revealed groups and the last seconds are said to who listens',
  'R2.stage-screen-awake': 'The screen stays awake while the page is shown',
  'R2.stage-screen-back': 'An admin finds a way back, seen with the cursor or the focus only',
  'R2.stage-screen-reduced': 'A reveal does not move for who wants reduced motion',

  // The producer's panel of the stage.
  'R2.direct-scene':
    'On /que-cards the producer puts a question, the boards or nothing on the stage screen',
  'R2.direct-now': 'The panel says what the stage screen shows now',
  'R2.direct-places': 'The panel shows the places of the question that is shown, revealed or not',
  'R2.direct-reveal': 'The panel reveals the next place, or a chosen one',
  'R2.direct-hide': 'The panel hides what was revealed',
  'R2.direct-open': 'While players can answer the panel does not reveal, and says why',
  'R2.direct-link': 'The panel makes the link, shows it once and copies it',
  'R2.direct-revoke': 'The panel ends the link',
  'R2.direct-screens': 'The panel shows how many stage screens are connected',
  'R2.direct-refused': 'A refusal is shown where it happened, in its own words',
  'R2.direct-keys': 'The acts of the stage screen have single keys, shown on their buttons',
  'R2.direct-lost': 'The control room says when a screen lost its line, until it is back',
  'R2.show-fault-last-picture':
    'A stage screen that cannot draw keeps its last good picture, and its line ends until it tries again',
  'R2.direct-live': 'The panel follows what another admin directs',
};
