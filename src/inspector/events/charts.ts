import type { AnyStateMachine, EventFromLogic } from 'xstate';
import * as z from 'zod/mini';
import {
  auditMachine,
  inspectorForm,
  inspectorMachine,
  timeZoneForm,
  timeZoneMachine,
  questionsAdminMachine,
  statsMachine,
} from '#machines/admin/admin.ts';
import { answerMachine } from '#machines/answering/answer.ts';
import { appMachine } from '#machines/app.ts';
import { authMachine } from '#machines/account/auth.ts';
import { boardsMachine } from '#machines/results/boards.ts';
import { confirmationMachine } from '#machines/show/confirmation.ts';
import { connectionMachine } from '#machines/connection/connection.ts';
import { controlMachine } from '#machines/show/control.ts';
import { controlTokensMachine, revokeTokenForm, tokenForm } from '#machines/show/control-tokens.ts';
import { rundownActSchema } from '#machines/show/calls.ts';
import { type DeskAct, deskActSchema, deskSuggestionSchema } from '#machines/contract/desk.ts';
import {
  activeQuestionSchema,
  adminQuestionSchema,
  adminUserSchema,
  auditEntrySchema,
  audienceSchema,
  epochMsSchema,
  finalStandingSchema,
  idSchema,
  ownAnswerSchema,
  resultSchema,
  roleIdSchema,
  rundownItemSchema,
  showSchema,
  windowsSchema,
} from '#machines/contract/entities.ts';
import { curtainMachine } from '#machines/answering/curtain.ts';
import { dayMachine } from '#machines/results/day.ts';
import { departureMachine } from '#machines/payment/departure.ts';
import { emailVerificationMachine } from '#machines/account/email-verification.ts';
import { appealForm, explanationMachine } from '#machines/results/explanation.ts';
import { feedMachine } from '#machines/answering/feed.ts';
import {
  cancelEmailChangeForm,
  contactForm,
  feedbackForm,
  forgotForm,
  profileForm,
  registerForm,
  resetForm,
} from '#machines/account/forms.ts';
import { groupingDeskMachine } from '#machines/results/grouping-desk.ts';
import {
  decisionForm,
  distributionMachine,
  groupingMachine,
  suggestionCountMachine,
} from '#machines/results/insights.ts';
import { finalMachine } from '#machines/results/final.ts';
import { invitationForm, joinRehearsalForm } from '#machines/show/invitation.ts';
import { momentMachine } from '#machines/results/moment.ts';
import { paymentMachine } from '#machines/payment/payment.ts';
import { entryFeeMachine, paymentsMachine } from '#machines/payment/payments.ts';
import { playerAnswerMachine } from '#machines/answering/player-answer.ts';
import { publishedMachine } from '#machines/connection/published.ts';
import { queCardsMachine } from '#machines/show/que-cards.ts';
import { questionExpiryMachine } from '#machines/show/question-expiry.ts';
import { createQuestionForm, topicForm } from '#machines/show/question-forms.ts';
import { questionsMachine } from '#machines/answering/questions.ts';
import { releaseControlMachine, type ReleaseControlEvent } from '#machines/show/release-control.ts';
import { releaseWindowMachine } from '#machines/answering/release-window.ts';
import { resendForm } from '#machines/account/resend.ts';
import { itemMachine } from '#machines/show/item.ts';
import { resultMachine } from '#machines/results/result.ts';
import { showControlMachine } from '#machines/show/show-control.ts';
import { exportForm } from '#machines/show/show-export.ts';
import { showMachine } from '#machines/show/show.ts';
import { stageMachine } from '#machines/show/stage.ts';
import { adminUsersMachine, usersMachine } from '#machines/admin/users.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { windowsMachine } from '#machines/answering/windows.ts';
import {
  ABOUT,
  ACCOUNT,
  ADMIN_QUESTION,
  ANSWER,
  AUDIT_ENTRY,
  ENDS_AT,
  NO_RELEASE,
  QUESTION,
  SHOW,
  TIMED,
  UNTIMED,
  USER,
} from './samples.ts';
import {
  aboutSchema,
  ACCEPTED,
  BEHIND,
  CLOCK,
  collectionEvents,
  DAY,
  DAYS,
  ENDED,
  formEvents,
  LINE,
  UNCONFIRMED,
  loaderEvents,
  REALTIME,
  seenSchema,
  SESSION_NOW,
  STORED,
  SURROUNDINGS,
} from './shared.ts';
import { BARE, eventOf, type EventSchema, type EventTable } from './table.ts';

/** A chart of the product: where it is exported, and what its events are made of. */
export interface ChartEntry {
  readonly chart: AnyStateMachine;
  /** Its file in `machines/`, and its name there. */
  readonly file: string;
  readonly name: string;
  /** By event type. */
  readonly events: Readonly<Record<string, EventSchema>>;
}

const entry = <L extends AnyStateMachine>(
  file: string,
  charts: Readonly<Record<string, L>>,
  events: EventTable<EventFromLogic<NoInfer<L>>>,
): [string, ChartEntry][] =>
  Object.entries(charts).map(([name, chart]) => [chart.id, { chart, file, name, events }]);

const text = z.string();
const MERGE: DeskAct = { kind: 'gather', groups: ['g1', 'g2'], texts: [] };
const period = z.enum(['daily', 'all-time']);
const filter = z.enum(['all', 'active', 'expired']);
const ofFilter = eventOf(z.object({ filter }), { filter: 'active' });
const ofText = eventOf(z.object({ text }), { text: 'Apple' }, { text: '' });
const ofAbout = eventOf(aboutSchema, ABOUT);
const subject = z.union([
  z.object({ kind: z.literal('session'), gameSessionId: idSchema }),
  z.object({ kind: z.literal('everybody'), period }),
  z.object({ kind: z.literal('pair'), period }),
]);
const answerWindow = z.union([
  z.object({ isOpen: z.literal(true), closesAt: z.nullable(epochMsSchema) }),
  z.object({
    isOpen: z.literal(false),
    closesAt: z.nullable(epochMsSchema),
    reason: z.enum(['expired', 'locked', 'withheld', 'already', 'other']),
    message: text,
  }),
]);
const feedState = z.object({
  feed: z.object({
    questions: z.array(activeQuestionSchema),
    answers: z.record(z.string(), ownAnswerSchema),
    version: z.nullable(z.int()),
  }),
  filter,
  status: z.enum(['loading', 'current', 'stale', 'failed']),
  isLoaded: z.boolean(),
  isConfirmed: z.boolean(),
  message: z.nullable(text),
});
const ofFeed = eventOf(feedState, {
  feed: { questions: [QUESTION], answers: {}, version: 8 },
  filter: 'all',
  status: 'current',
  isLoaded: true,
  isConfirmed: true,
  message: null,
});
const timer = z.nullable(z.object({ minutes: z.number(), seconds: z.number() }));
const confirmed = z.extend(seenSchema, { timer });
const releaseControl: EventTable<ReleaseControlEvent> = {
  'release.choose': BARE,
  'release.confirm': eventOf(
    confirmed,
    { window: NO_RELEASE, timer: null },
    { window: NO_RELEASE, timer: { minutes: 1, seconds: 30 } },
    { window: NO_RELEASE, timer: { minutes: 0, seconds: 0 } },
  ),
  'release.cancel': BARE,
  'release.revoke': eventOf(seenSchema, { window: UNTIMED }),
  'release.undo': eventOf(seenSchema, { window: UNTIMED }),
};
const act = z.discriminatedUnion('type', [
  z.object({ type: z.literal('release.choose') }),
  z.extend(confirmed, { type: z.literal('release.confirm') }),
  z.object({ type: z.literal('release.cancel') }),
  z.extend(seenSchema, { type: z.literal('release.revoke') }),
  z.extend(seenSchema, { type: z.literal('release.undo') }),
]);
const usersQuery = z.object({ search: text, role: z.nullable(roleIdSchema), page: z.int() });
const account = { name: USER.name, email: USER.email, role_id: USER.role_id };
const accountEvents = collectionEvents(
  usersQuery,
  adminUserSchema,
  z.object({ name: text, email: text, role_id: roleIdSchema, password: text }),
  {
    queries: [
      { search: '', role: null, page: 1 },
      { search: 'ann', role: null, page: 1 },
      { search: '', role: 2, page: 2 },
    ],
    item: ACCOUNT,
    values: [
      { ...account, password: 'a strong one 42' },
      { ...account, name: '', password: '' },
    ],
  },
);
const email = z.object({ email: text });
const anEmail = { email: USER.email };
const PASSWORD = 'a strong one 42';

/** Every chart that a file of `machines/` exports, by its id. */
export const CHARTS: Readonly<Record<string, ChartEntry>> = Object.fromEntries([
  ...entry('admin/admin.ts', { statsMachine }, loaderEvents),
  ...entry('admin/admin.ts', { inspectorMachine }, loaderEvents),
  ...entry('admin/admin.ts', { timeZoneMachine }, loaderEvents),
  ...entry(
    'admin/admin.ts',
    { timeZoneForm },
    formEvents(z.object({ zone: text }), { zone: 'UTC' }),
  ),
  ...entry(
    'admin/admin.ts',
    { inspectorForm },
    formEvents(z.object({ on: z.boolean() }), { on: true }),
  ),
  ...entry(
    'admin/admin.ts',
    { questionsAdminMachine },
    collectionEvents(
      z.null(),
      adminQuestionSchema,
      z.object({ question_text: text, shown_on_air: z.boolean(), shown_to_home: z.boolean() }),
      {
        queries: [null],
        item: ADMIN_QUESTION,
        values: [
          { question_text: 'Name a vegetable.', shown_on_air: true, shown_to_home: true },
          { question_text: '', shown_on_air: true, shown_to_home: true },
        ],
      },
    ),
  ),
  ...entry(
    'admin/admin.ts',
    { auditMachine },
    collectionEvents(
      z.object({
        person: text,
        action: text,
        from: text,
        to: text,
        reads: z.boolean(),
        page: z.int(),
      }),
      auditEntrySchema,
      z.null(),
      {
        queries: [
          { person: '', action: '', from: '', to: '', reads: false, page: 1 },
          { person: 'ann', action: 'release', from: '2026-01-31', to: '', reads: true, page: 2 },
        ],
        item: AUDIT_ENTRY,
        values: [null],
      },
    ),
  ),
  ...entry(
    'answering/answer.ts',
    { answerMachine },
    {
      ...LINE,
      'window.changed': eventOf(
        z.object({ window: answerWindow }),
        { window: { isOpen: true, closesAt: ENDS_AT } },
        { window: { isOpen: false, closesAt: ENDS_AT, reason: 'expired', message: 'Too late.' } },
      ),
      'answer.stored': STORED,
      'answer.edit': ofText,
      'answer.submit': ofText,
      'answer.cancel': BARE,
    },
  ),
  ...entry(
    'app.ts',
    { appMachine },
    {
      ...REALTIME,
      ...UNCONFIRMED,
      ...LINE,
      ...SURROUNDINGS,
      ...CLOCK,
      ...DAY,
      ...BEHIND,
      ...ACCEPTED,
      ...ENDED,
      'auth.changed': SESSION_NOW,
    },
  ),
  ...entry(
    'account/auth.ts',
    { authMachine },
    {
      ...CLOCK,
      ...ENDED,
      'login.submit': eventOf(
        z.object({ email: text, password: text }),
        { email: USER.email, password: PASSWORD },
        { email: '', password: '' },
      ),
      'login.edited': BARE,
      'auth.signOut': BARE,
      'session.changed': SESSION_NOW,
    },
  ),
  ...entry(
    'results/boards.ts',
    { boardsMachine },
    {
      ...REALTIME,
      ...LINE,
      ...CLOCK,
      ...DAY,
      ...ACCEPTED,
      'board.show': eventOf(
        z.object({ subject }),
        { subject: { kind: 'pair', period: 'all-time' } },
        { subject: { kind: 'everybody', period: 'daily' } },
        { subject: { kind: 'session', gameSessionId: 'g1' } },
      ),
      'board.whole': BARE,
      'board.leave': BARE,
      'board.retry': BARE,
      'points.show': eventOf(z.object({ period }), { period: 'daily' }, { period: 'all-time' }),
      'points.leave': BARE,
    },
  ),
  ...entry(
    'show/confirmation.ts',
    { confirmationMachine },
    {
      'confirmation.press': eventOf(
        z.object({ words: text }),
        { words: 'Press again to go live' },
        { words: 'Press again to end the show' },
      ),
      'confirmation.cancel': BARE,
    },
  ),
  ...entry(
    'connection/connection.ts',
    { connectionMachine },
    {
      ...REALTIME,
      ...SURROUNDINGS,
      ...BEHIND,
      'socket.connected': BARE,
      'socket.lost': eventOf(z.object({ reason: text }), { reason: 'transport close' }),
    },
  ),
  ...entry(
    'show/control.ts',
    { controlMachine },
    {
      ...REALTIME,
      ...LINE,
      ...CLOCK,
      ...ACCEPTED,
      'control.act': eventOf(
        z.object({
          act: z.union([
            rundownActSchema,
            z.object({
              type: z.enum(['lock', 'unlock', 'publish']),
              gameSessionId: idSchema,
              version: z.int(),
              text,
            }),
            z.object({ type: z.literal('create'), title: text }),
          ]),
        }),
        { act: { type: 'arm', itemId: 'i1' } },
        { act: { type: 'lock', gameSessionId: 'g1', version: 0, text: 'Name a fruit.' } },
      ),
      'control.pressed': BARE,
      'control.choose': eventOf(z.object({ showId: idSchema }), { showId: 's1' }),
      'control.retry': BARE,
      'reveal.auto': BARE,
      'reveal.hold': BARE,
    },
  ),
  ...entry('answering/curtain.ts', { curtainMachine }, { ...REALTIME, ...CLOCK }),
  ...entry('results/day.ts', { dayMachine }, { ...CLOCK, ...DAYS }),
  ...entry('payment/departure.ts', { departureMachine }, {}),
  ...entry(
    'account/email-verification.ts',
    { emailVerificationMachine },
    { 'verification.resend': eventOf(email, anEmail, { email: '' }) },
  ),
  ...entry(
    'answering/feed.ts',
    { feedMachine },
    {
      ...REALTIME,
      ...UNCONFIRMED,
      ...LINE,
      'questions.filter': ofFilter,
      'questions.retry': BARE,
      'feed.answered': STORED,
    },
  ),
  ...entry(
    'account/forms.ts',
    { registerForm },
    formEvents(z.object({ name: text, email: text, password: text }), {
      name: USER.name,
      email: USER.email,
      password: PASSWORD,
    }),
  ),
  ...entry('account/forms.ts', { forgotForm }, formEvents(email, anEmail)),
  ...entry(
    'account/forms.ts',
    { resetForm },
    formEvents(z.object({ token: text, password: text, confirmation: text }), {
      token: 'from-the-mail',
      password: PASSWORD,
      confirmation: PASSWORD,
    }),
  ),
  ...entry(
    'account/forms.ts',
    { cancelEmailChangeForm },
    formEvents(z.object({ token: text }), { token: 'from-the-mail' }),
  ),
  ...entry(
    'account/forms.ts',
    { profileForm },
    formEvents(z.object({ name: text, email: text, password: text, confirmation: text }), {
      name: USER.name,
      email: USER.email,
      password: '',
      confirmation: '',
    }),
  ),
  ...entry(
    'account/forms.ts',
    { contactForm },
    formEvents(z.object({ name: text, email: text, subject: text, message: text }), {
      name: USER.name,
      email: USER.email,
      subject: 'other',
      message: 'Hello.',
    }),
  ),
  ...entry(
    'account/forms.ts',
    { feedbackForm },
    formEvents(
      z.object({
        category: text,
        rating: z.number(),
        title: text,
        description: text,
        email: text,
        wouldRecommend: z.boolean(),
      }),
      {
        category: 'gameplay',
        rating: 5,
        title: 'Fun',
        description: 'We had fun.',
        email: '',
        wouldRecommend: true,
      },
    ),
  ),
  ...entry('results/explanation.ts', { explanationMachine }, loaderEvents),
  ...entry(
    'results/explanation.ts',
    { appealForm },
    formEvents(z.object({ gameSessionId: idSchema, wanted: text, groupId: z.nullable(idSchema) }), {
      gameSessionId: 'g1',
      wanted: 'couch',
      groupId: null,
    }),
  ),
  ...entry('show/control-tokens.ts', { controlTokensMachine }, loaderEvents),
  ...entry(
    'show/control-tokens.ts',
    { tokenForm },
    formEvents(z.object({ name: text }), { name: 'Stream Deck' }),
  ),
  ...entry(
    'show/control-tokens.ts',
    { revokeTokenForm },
    formEvents(z.object({ id: idSchema }), { id: 't1' }),
  ),
  ...entry(
    'show/show-export.ts',
    { exportForm },
    formEvents(z.object({ showId: idSchema, format: z.enum(['xlsx', 'csv']) }), {
      showId: 's1',
      format: 'xlsx',
    }),
  ),
  ...entry('results/insights.ts', { distributionMachine }, loaderEvents),
  ...entry('results/insights.ts', { groupingMachine }, loaderEvents),
  ...entry('results/insights.ts', { suggestionCountMachine }, loaderEvents),
  ...entry(
    'results/grouping-desk.ts',
    { groupingDeskMachine },
    {
      ...loaderEvents,
      'group.toggle': eventOf(z.object({ groupId: idSchema }), { groupId: 'g1' }),
      'text.toggle': eventOf(z.object({ key: text }), { key: 'sofa' }),
      'choice.clear': BARE,
      'act.propose': eventOf(z.object({ act: deskActSchema }), { act: MERGE }),
      'act.ask': eventOf(
        z.object({ act: deskActSchema, suggestion: z.optional(deskSuggestionSchema) }),
        { act: { kind: 'undo' } },
        { act: MERGE, suggestion: { keys: ['sofa', 'couch'], points: 3, reason: 'meaning' } },
      ),
      'preview.confirm': eventOf(z.object({ reason: z.nullable(text) }), { reason: null }),
      'preview.cancel': BARE,
      'conflict.seen': BARE,
    },
  ),
  ...entry(
    'results/insights.ts',
    { decisionForm },
    formEvents(
      z.object({ gameSessionId: idSchema, joinIds: z.array(idSchema), accepted: z.boolean() }),
      { gameSessionId: 'g1', joinIds: ['j1'], accepted: true },
    ),
  ),
  ...entry(
    'results/final.ts',
    { finalMachine },
    {
      'final.standing': eventOf(z.object({ standing: z.nullable(finalStandingSchema) }), {
        standing: {
          title: 'Friday Night',
          points: 88,
          rank: 12,
          sharing: 1,
          people: 340,
          afterMs: 6_000,
        },
      }),
    },
  ),
  ...entry(
    'results/moment.ts',
    { momentMachine },
    {
      ...CLOCK,
      'moment.shown': BARE,
      'moment.answer': eventOf(z.object({ answer: ownAnswerSchema, isFrozen: z.boolean() }), {
        answer: ANSWER,
        isFrozen: true,
      }),
      'moment.standing': eventOf(
        z.object({
          standing: z.nullable(z.object({ rank: z.nullable(z.int()), points: z.int() })),
        }),
        { standing: { rank: 4, points: 88 } },
      ),
    },
  ),
  ...entry(
    'payment/payment.ts',
    { paymentMachine },
    {
      'line.back': BARE,
      'payment.retry': BARE,
      'payment.submit': BARE,
      'payment.cancel': BARE,
    },
  ),
  ...entry('payment/payments.ts', { entryFeeMachine }, loaderEvents),
  ...entry('payment/payments.ts', { paymentsMachine }, loaderEvents),
  ...entry(
    'answering/player-answer.ts',
    { playerAnswerMachine },
    { ...REALTIME, ...LINE, ...UNCONFIRMED, ...CLOCK, ...ACCEPTED, 'answer.retry': BARE },
  ),
  ...entry('connection/published.ts', { publishedMachine }, loaderEvents),
  ...entry(
    'show/que-cards.ts',
    { queCardsMachine },
    {
      ...REALTIME,
      ...LINE,
      ...CLOCK,
      ...ACCEPTED,
      'release.changed': eventOf(
        z.object({
          questionId: idSchema,
          audience: audienceSchema,
          question: z.nullable(adminQuestionSchema),
        }),
        { questionId: 'q1', audience: 'home', question: ADMIN_QUESTION },
        { questionId: 'q1', audience: 'home', question: null },
      ),
      'cards.retry': BARE,
      'release.act': eventOf(
        z.object({ questionId: idSchema, audience: audienceSchema, act }),
        { questionId: 'q1', audience: 'home', act: { type: 'release.choose' } },
        {
          questionId: 'q1',
          audience: 'home',
          act: { type: 'release.confirm', window: NO_RELEASE, timer: null },
        },
      ),
    },
  ),
  ...entry('show/question-expiry.ts', { questionExpiryMachine }, CLOCK),
  ...entry(
    'show/item.ts',
    { itemMachine },
    {
      ...CLOCK,
      'item.updated': eventOf(
        z.object({
          state: rundownItemSchema.shape.state,
          facts: z.object({
            windows: windowsSchema,
          }),
        }),
        { state: 'armed', facts: { windows: { studio: NO_RELEASE, home: NO_RELEASE } } },
      ),
    },
  ),
  ...entry(
    'results/result.ts',
    { resultMachine },
    {
      'result.updated': eventOf(z.object({ result: resultSchema }), {
        result: { ...NEW_RESULT, state: 'locked', version: 1, lockedAt: ENDS_AT },
      }),
      'result.lock': BARE,
      'result.publish': BARE,
      'result.unlock': BARE,
      'result.confirm': eventOf(z.object({ reason: text }), { reason: 'Not yet' }),
      'result.cancel': BARE,
    },
  ),
  ...entry(
    'show/question-forms.ts',
    { createQuestionForm },
    formEvents(
      z.object({ question: text, startTime: text, endTime: text }),
      {
        question: 'Name a fruit.',
        startTime: '2030-01-01T20:00',
        endTime: '2030-01-01T21:00',
      },
      { question: '', startTime: '', endTime: '' },
    ),
  ),
  ...entry('show/invitation.ts', { invitationForm }, formEvents(z.object({}), {})),
  ...entry(
    'show/invitation.ts',
    { joinRehearsalForm },
    formEvents(z.object({ key: text }), { key: 'from-the-link' }),
  ),
  ...entry(
    'show/question-forms.ts',
    { topicForm },
    formEvents(z.object({ topic: text }), { topic: 'Fruit' }),
  ),
  ...entry(
    'answering/questions.ts',
    { questionsMachine },
    {
      ...REALTIME,
      ...UNCONFIRMED,
      ...LINE,
      ...CLOCK,
      ...BEHIND,
      'window.lapsed': BARE,
      'feed.changed': ofFeed,
      'feed.replaced': ofFeed,
      'questions.filter': ofFilter,
      'questions.retry': BARE,
      'question.select': ofAbout,
      'chimes.muted': eventOf(z.object({ isMuted: z.boolean() }), { isMuted: true }),
      'answer.open': ofAbout,
    },
  ),
  ...entry('show/release-control.ts', { releaseControlMachine }, releaseControl),
  ...entry(
    'answering/release-window.ts',
    { releaseWindowMachine },
    {
      ...CLOCK,
      'window.released': eventOf(seenSchema, { window: TIMED }, { window: UNTIMED }),
      'window.revoked': BARE,
    },
  ),
  ...entry('account/resend.ts', { resendForm }, formEvents(email, anEmail)),
  ...entry(
    'show/show-control.ts',
    { showControlMachine },
    {
      ...REALTIME,
      ...LINE,
      ...CLOCK,
      ...ACCEPTED,
      'show.direct': eventOf(
        z.object({ scene: z.enum(['idle', 'board']) }),
        { scene: 'board' },
        { scene: 'idle' },
      ),
      'show.question': eventOf(z.object({ questionId: idSchema }), { questionId: 'q1' }),
      'show.reveal': eventOf(z.object({ groupId: z.nullable(idSchema) }), { groupId: null }),
      'show.hide': eventOf(z.object({ groupId: z.nullable(idSchema) }), { groupId: 'a1' }),
      'show.undo': BARE,
      'link.create': BARE,
      'link.revoke': BARE,
      'screens.dismiss': BARE,
      'control.retry': BARE,
    },
  ),
  ...entry(
    'show/show.ts',
    { showMachine },
    {
      ...REALTIME,
      ...LINE,
      ...CLOCK,
      ...SURROUNDINGS,
      ...ENDED,
      'picture.failed': eventOf(z.object({ error: z.unknown() }), { error: 'no picture' }),
    },
  ),
  ...entry(
    'show/stage.ts',
    { stageMachine },
    { ...CLOCK, 'stage.updated': eventOf(z.object({ show: showSchema }), { show: SHOW }) },
  ),
  ...entry('admin/users.ts', { usersMachine }, accountEvents),
  ...entry('admin/users.ts', { adminUsersMachine }, accountEvents),
  ...entry(
    'answering/windows.ts',
    { windowsMachine },
    {
      ...CLOCK,
      'windows.shown': eventOf(
        z.object({ shown: z.record(z.string(), windowsSchema) }),
        { shown: { g1: { studio: TIMED, home: UNTIMED } } },
        { shown: {} },
      ),
      'window.lapsed': BARE,
    },
  ),
]);
