/** All calls: who may make them, and what they send and return (specification §3, §6, §7). */
export const calls: Readonly<Record<string, string>> = {
  // Fields of the entities.
  'R3.user': 'A user carries id, name, email and role_id',
  'R3.user-totals': 'The list of users adds total_score and total_answers',
  'R3.user-password': 'A password is sent on register, login and create, and never comes back',
  'R3.question-id': 'An active question carries id and question_id, the same (decisions §3)',
  'R3.active-question':
    'An active question carries question_text, game_session_id, start_time, end_time, created_at',
  'R3.active-question-timers':
    'An active question carries homeViewerTimer and contestantTimer where there is one',
  'R3.timer': 'A timer carries durationMinutes, durationSeconds and endTime in epoch ms',
  'R3.admin-question': 'An admin question carries id, question_text and session_date',
  'R3.admin-question-flags':
    'shown_on_air is the release to contestants, shown_to_home that to home viewers',
  'R3.entry-username': 'A leaderboard entry carries username',
  'R3.entry-user-id': 'A leaderboard entry carries user_id',
  'R3.entry-role': 'A leaderboard entry carries role_id',
  'R3.entry-points':
    'A leaderboard entry carries total_points, and nothing else but its rank (decisions §5)',
  'R3.points': 'The player points response is total_points',
  'R3.distribution': 'A distribution item carries answer_text and count',
  'R3.grouping': 'The AI grouping carries aiEnabled, totalAnswers, totalGroups and explanation',
  'R3.grouping-details':
    'A group carries groupId, representative, pointsPerAnswer and its answers (originalText, userId)',
  'R3.answer-payload': 'An answer is sent as gameSessionId and answerText',
  'R3.answer-awarded': 'The response to an answer carries awardedPoints',
  'R3.answer-record': 'An answer record carries answer_text',
  'R3.answer-status': "A user's answer status is hasAnswered",
  'R3.stats': 'The stats carry total_users, total_questions, total_game_sessions and total_points',
  'R3.stats-users': 'The stats break users down into admins, home_viewers and contestants',
  'R3.stats-questions': 'The stats break questions down into on_air and to_home',
  'R3.create-user-payload': 'A user is created with name, email, password and role_id',
  'R3.edit-user-payload': 'A user is edited with name, email and role_id',

  // Rights.
  'R6.admin-pages': 'Admins, and no other users, see every admin page',
  'R6.admin-creates': 'Only admins create questions',
  'R6.admin-releases': 'Only admins release and revoke',
  'R6.admin-users': 'Only admins list, create, edit and delete users',
  'R6.admin-deletes-non-admins': 'Admins delete users who are not admins, and no others',
  'R6.admin-questions': 'Only admins list, edit and delete questions',
  'R6.admin-insights': 'Only admins see the answer distribution, the AI grouping and the stats',
  'R6.admin-boards': 'Admins see the leaderboards',
  'R6.admin-never-answers': 'An admin never answers (decisions §4)',
  'R6.home-answers': 'Home viewers answer what is released to home viewers, and nothing else',
  'R6.home-pages': 'Home viewers may use /leaderboard and the payment pages',
  'R6.home-label': 'Home viewers are labelled Home',
  'R6.contestant-call': 'Contestants have a question call of their own, closed to home viewers',
  'R6.home-call': 'The question call of home viewers is closed to contestants',
  'R6.contestant-answers': 'Contestants answer what is released to contestants, during their timer',
  'R6.contestant-no-board': 'Contestants have no leaderboard on the question screen',
  'R6.contestant-pages':
    'Contestants have no access to /leaderboard, /payment, /success and /cancel',
  'R6.contestant-label': 'Contestants are labelled Studio',
  'R6.timed-audience': 'While a timed release is active only that audience may answer',
  'R6.nobody-pages': 'Users who are not logged in see only the public pages',
  'R6.nobody-main': 'The main screen redirects users who are not logged in to /login',
  'R6.nobody-calls': 'Users who are not logged in may make only the open calls',
  'R6.assigned-by-admin': 'Roles are assigned by an admin, and by nothing else',
  'R6.server-decides':
    'The server refuses before it looks at the content: 401 without a good token, then 403, and nothing is changed (decisions §2)',
  'R6.token-over':
    'An expired, forged or damaged token, and that of a deleted user or of another role, is refused (decisions §2)',
  'R6.own-status': 'Nobody but its author and admins learns whether one has answered, or what',
  'R6.own-last-answer': 'The last answer is that of the token’s user, whatever ids the body has',
  'R6.own-points': "Of others one learns total_points alone, never the rank's reasons",
  'R6.own-answer':
    'An answer is that of the token’s user, at the server’s time, whatever the body says',
  'R6.own-profile': 'Only the bearer’s own name, address and password change with the profile',
  'R6.rooms': 'Live events reach only the rooms of the role',

  // All calls.
  'R7.json': 'Calls are sent and answered as JSON',
  'R7.bearer': 'Calls carry a bearer Authorization header when a token exists',
  'R7.no-bearer-verify': 'The verification of an address carries no bearer',
  'R7.no-bearer-resend': 'The mailing of another verification link carries no bearer',
  'R7.session-board-bearer':
    'Our client sends the board of a game session the bearer that it has, for the own row (decisions §9)',
  'R7.errors':
    'Every refusal is JSON {error, code?, details?} with the status that fits (decisions §8)',
  'R7.brand-path': 'The create-user path carries the slug of the brand (decisions §1)',
  'R7.described':
    '/api/openapi.json describes every call: who may make it, what it takes, what it answers, and errors (decisions §8)',

  // Accounts.
  'R7.register': 'POST /api/auth/register {name, email, password} answers message',
  'R7.register-error': 'A refused registration answers error',
  'R7.login':
    'POST /api/auth/login {email, password} answers token and user{id, name, email, role_id}',
  'R7.login-unverified':
    'A login whose address is not verified answers requiresVerification, error, email and verificationEmailSent',
  'R7.verify-email': 'GET /api/auth/verify-email?email=&hash= answers message',
  'R7.verify-email-error': 'A verification that fails answers error',
  'R7.resend-verification': 'POST /api/auth/resend-verification {email} works',
  'R7.forgot-password': 'POST /api/auth/forgot-password {email} answers message',
  'R7.reset-password': 'POST /api/auth/reset-password {token, newPassword} answers message',
  'R7.create-user':
    'POST /api/auth/admin/create-{product}-user {name, email, password, role_id} works',
  'R7.profile': 'PUT /api/auth/profile {name, email, password?} answers user',

  // Points and boards.
  'R7.points-daily': 'GET /api/game-sessions/user-points/{userId}/daily answers total_points',
  'R7.points-all-time': 'GET /api/game-sessions/user-points/{userId}/all-time answers total_points',
  'R7.board-daily': 'GET /api/game-sessions/leaderboard-daily answers an array',
  'R7.board-all': 'GET /api/game-sessions/leaderboard-all answers an array',
  'R7.board-daily-home': 'GET /api/game-sessions/leaderboard-daily-home answers an array',
  'R7.board-daily-studio': 'GET /api/game-sessions/leaderboard-daily-studio answers an array',
  'R7.board-all-home': 'GET /api/game-sessions/leaderboard-all-home answers an array',
  'R7.board-all-studio': 'GET /api/game-sessions/leaderboard-all-studio answers an array',
  'R7.all-fallback':
    'Where the pair of all time fails, leaderboard-all filtered to role_id 2 and 3 takes its place',
  'R7.board-session': 'GET /api/game-sessions/leaderboard/{gameSessionId} answers without a bearer',

  // Questions and answers.
  'R7.active-questions': 'GET /api/game-sessions/active-questions answers the questions',
  'R7.contestant-questions':
    'GET /api/game-sessions/contestant-questions answers those of contestants',
  'R7.questions-filter': 'The query filter is all, active or expired, and nothing else',
  'R7.questions-timestamp': 'The list is asked for with a timestamp past every cache',
  'R7.distribution':
    'GET /api/game-sessions/answer-distribution/{gameSessionId} answers {distribution}',
  'R7.grouping': 'GET /api/game-sessions/ai-grouping/{gameSessionId} answers {grouping}',
  'R7.user-answer':
    'GET /api/game-sessions/user-answer/{gameSessionId}/{userId} answers hasAnswered',
  'R7.answers': 'POST /api/game-sessions/answers {gameSessionId, answerText} answers awardedPoints',
  'R7.answers-error': 'A refused answer answers error',
  'R7.my-last-answer':
    'POST /api/game-sessions/my-last-answer {questionId} answers {answer, question}',
  'R8.timer-info-failed': "'Failed to fetch timer information.'",
  'R7.timer-info': 'GET /api/game-sessions/timer-info/{id} answers endTime and contestantTimer',

  // Admin.
  'R7.stats': 'GET /api/game-sessions/admin/stats answers stats',
  'R7.stats-invalid': "Stats in another form are refused with 'Invalid stats response format'",
  'R7.admin-users': 'GET /api/game-sessions/admin/users answers {users}',
  'R7.update-user': 'PUT /api/game-sessions/admin/users/{id} {name, email, role_id} answers user',
  'R7.delete-user': 'DELETE /api/game-sessions/admin/users/{id} works',
  'R7.admin-questions': 'GET /api/game-sessions/admin/questions answers the questions',
  'R7.delete-question': 'DELETE /api/game-sessions/admin/questions/{id} works',
  'R7.update-question':
    'A question is edited with a call of its own: PUT /api/game-sessions/admin/questions/{id} {question_text, shown_on_air, shown_to_home} (decisions §6)',
  'R7.ai-generate-off':
    'POST /api/game-sessions/ai-generate {topic} answers 503 with an error where no model is configured (decisions §8)',
  'R7.generate': 'POST /api/game-sessions/generate {question, startTime, endTime} works',
  'R7.generate-both': 'It creates the question and its game session (decisions §3)',
  'R7.release':
    'POST /api/game-sessions/release-question/{id} {timerMinutes, timerSeconds} answers message and contestantTimer',
  'R7.release-untimed': 'A release with {} has no timer, for either audience',
  'R7.release-home':
    'POST /api/game-sessions/release-question-home/{id}, same body, answers message and homeViewerTimer',
  'R7.revoke': 'POST /api/game-sessions/revoke-question/{id} works',
  'R7.revoke-home': 'POST /api/game-sessions/revoke-question-home/{id} works',

  // Payment.
  'R7.payment-intent-open':
    'POST /api/game-sessions/create-payment-intent {amount, currency} may be made without a bearer',
  'R7.payment-confirm-open':
    'POST /api/game-sessions/confirm-payment {paymentIntentId} may be made without a bearer',
  'R7.payment-bearer': 'Our client sends a payment the bearer that it has (decisions §6)',
  'R7.payment-price': "Any amount or currency but the server's own price is refused (decisions §6)",
  'R7.payment-once':
    'However often and wherever a payment is begun, a user has one intent per game session, and a user who has paid is informed',
  'R7.payment-provider':
    'Paid is what the provider answers or signs for exactly what was created, in any order and however often; a refund alone undoes it',
  'R7.payment-webhook': 'A webhook is believed by the signature of its bytes, while it is fresh',
  'R7.payment-test-mode':
    'Without keys a stand-in plays the provider, never in production; the start says so (decisions §8)',
  'R7.payment-away':
    'Where the provider cannot be asked, payment calls answer 503 in our own words, and go on later with what was begun',
  'R7.payment-off':
    'Where no provider is configured, payment calls answer 503 with an error (decisions §8)',

  // Calls that the specification leaves out.
  'R7.config':
    'GET /api/config returns before sign-in the brand, the entry fee, the mode of payments, whether there is a model, who may inspect, and the time (decisions §8)',
  'R7.payment-calls':
    "One's own payments, and for admins those of a game session, have calls of their own: GET my-payments and GET admin/payments/{gameSessionId}",
  'R7.cancel-email-change':
    'POST /api/auth/cancel-email-change {token} answers message: from the old address a change is cancelled, also when it was confirmed, everybody is signed out, and another password is chosen',
  'R7.time-zone-calls':
    'The time zone of the days to come is asked and, unless the environment sets it, chosen by admins: GET and PUT admin/time-zone',
  'R7.inspector-calls':
    'Who may inspect is asked and, in production, switched by admins with calls of their own: GET and PUT admin/inspector',
  'R7.inspector-switch':
    'In production inspecting is off until an admin allows it for admins; it ends by itself after four hours, in all processes, and a user who loses the admin role is disconnected',
  'R7.inspector-relay':
    'A window and its inspectors exchange messages by their code only; codes cannot be guessed, and a client that floods, sends garbage or does not read is disconnected',
  'R7.inspector-server':
    "Admins, and no other users, watch the server's own release windows, which costs nothing while unwatched",
  'R7.rundown-calls': 'Shows and their rundowns have calls of their own, for admins (design)',
  'R7.export-call': 'Admins download all that a show has come to (design)',
  'R7.media-call':
    'Admins upload pictures and sounds as bytes; everybody who knows an id loads them (design)',
  'R7.control-calls':
    'A show is run from outside by calls that take a control token: POST v1/control/{act} and GET v1/state; admins make, list and revoke tokens (design)',
  'R7.control-token':
    'A control token runs the show and can do nothing else; it is kept as a hash, and ends when it is revoked, and with every other token of the admin who made it (design)',
  'R7.control-live':
    'An act from outside runs the live show, or the one that is rehearsed, and never a draft; its version names the show (design)',
  'R7.control-once':
    'An act from outside counts once for its request id, is refused upon another version and too soon after the one before, and is audited with the name of the token (design)',
  'R7.control-socket':
    'A control token also works over a socket: the same acts with an acknowledgement, and the state whenever it changes (design)',
  'R7.show-calls':
    'The stage screen is directed with acts on its show; its link has calls of its own: POST and DELETE show-link',
};
