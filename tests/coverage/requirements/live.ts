/** Windows, expiry, events, the socket, chimes (specification §4, §7, §9). */
export const live: Readonly<Record<string, string>> = {
  'R4.expires-at-end': 'A question released without a timer expires when the time passes end_time',
  'R4.planned-times': 'A question is planned, running or ended by its own start_time and end_time',
  'R4.timer-outlives-end':
    'A running timer counts as not expired for its audience, whatever end_time says',
  'R4.timer-home': 'Home viewers use the home-viewer timer',
  'R4.timer-contestant': 'Contestants use the contestant timer',
  'R4.both-timers':
    'With both timers running each audience answers in its own window (decisions §4)',
  'R4.contestant-only':
    "While a contestant-only window is active, others see 'Contestant-only mode active'",
  'R4.home-only': "While a home-viewer window is active, others see 'Home viewer-only mode active'",
  'R4.locked-no-answer': 'Others cannot answer while the window of one audience is active',
  'R4.locked-no-text':
    'A locked question that an audience never had, or has no more, shows no text to it (decisions §4)',
  'R4.timer-format': 'A timer shows hh:mm:ss',
  'R4.timer-expired-word': "A timer that is over shows 'Expired'",
  'R4.expired-closed': 'Expired questions cannot be opened or answered',
  'R4.untimed-reopened':
    'Released without a timer after end_time, a question is open until revoked (decisions §4)',
  'R4.newest-release': 'The newest release decides (decisions §4)',
  'R4.one-rule': 'Table, rule, rows and chart decide alike, on any history (decisions §4)',
  'R4.grace':
    'An answer counts until 250 ms after the end, by the time it was received (decisions §4)',
  'R4.answer-before-release': 'An answer received before its window opened does not count',
  'R4.server-clock': "Time is the server's: a wrong device clock changes nothing (decisions §4)",
  'R4.event-question-released': 'question-released refreshes the list',
  'R4.event-question-revoked': 'question-revoked refreshes the list',
  'R4.event-timer-started': 'timer-started refreshes the list',
  'R4.event-questions-updated': 'questions-updated refreshes the list',
  'R4.event-timer-expired': 'timer-expired refreshes the list',
  'R4.event-show-answers': 'show-answers refreshes the list',
  'R4.event-stats': 'Points, ranks and boards are refreshed when they have moved',
  'R4.players-counted': 'Admins see the number of connected players move from the first second on',
  'R4.event-once': 'An event that comes twice or late changes nothing more',
  'R4.event-missed': 'What was missed is asked for',
  'R4.release-slept': 'A release missed during a sleep is shown and chimes, if it is still open',
  'R4.unsure-checking':
    'After a sleep nothing is called open or unanswered before the server has said so',
  'R4.join-user-room': 'After connecting the client joins the room of its user',
  'R4.chime-audience':
    'Release or revoke plays a chime only to the matching audience, and to admins',
  'R4.banner-audience':
    'Release or revoke shows a banner only to the matching audience, and to admins',
  'R4.banner-locked':
    "A release that the other audience's timer locks is not called open: who may answer is said",
  'R4.time-up-taken-back': 'The announcement of the end is taken back when a question opens',
  'R4.logout-hushes': 'What was said and shown to one person is gone when they are',
  'R4.chime-once': 'A change sounds once, and a new cue ends the old (design)',
  'R9.chime-gain': 'Chimes have gain 0.1',
  'R9.chime-release': 'Release: 523.25/659.25 Hz, then 783.99/1046.5 Hz after 150 ms, 400 ms each',
  'R9.chime-revoke': 'Revoke: 880/659.25 Hz (300 ms), then 523.25/392 Hz after 100 ms (400 ms)',
  'R9.timer-main-page': 'The timers of the main page refresh every 1 s',
  'R9.timer-formula': 'Every screen counts whole seconds by ceil; zero means over (design)',
  'R9.socket-delay': 'A lost socket is tried again after 1000 ms, doubling up to 5000 ms',
  'R9.socket-attempts': 'After 5 attempts in vain the show is away, and is looked for every 5 s',
  'R9.socket-timeout': 'A connection attempt times out after 20000 ms',
  'R7.socket-manual': 'The socket is not started automatically',
  'R7.socket-transports': 'The socket is tried over websocket, then polling',
  'R7.socket-room': 'The client emits join-user-room with its user id on connecting',
  'R7.socket-discard': 'The client can disconnect and discard the connection',
  'R8.socket-logged': 'Socket problems are only logged',
};
