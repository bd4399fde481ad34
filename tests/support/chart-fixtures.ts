import type { AnyStateMachine, InputFrom, OutputFrom } from 'xstate';
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
import { connectionMachine } from '#machines/connection/connection.ts';
import { controlMachine } from '#machines/show/control.ts';
import type { Desk } from '#machines/contract/desk.ts';
import type { Rundown } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { confirmationMachine } from '#machines/show/confirmation.ts';
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
import { controlTokensMachine, revokeTokenForm, tokenForm } from '#machines/show/control-tokens.ts';
import { invitationForm, joinRehearsalForm } from '#machines/show/invitation.ts';
import { exportForm } from '#machines/show/show-export.ts';
import {
  decisionForm,
  distributionMachine,
  groupingMachine,
  suggestionCountMachine,
} from '#machines/results/insights.ts';
import { CARD_REFUSED, paymentMachine } from '#machines/payment/payment.ts';
import { entryFeeMachine, paymentsMachine } from '#machines/payment/payments.ts';
import { playerAnswerMachine } from '#machines/answering/player-answer.ts';
import { publishedMachine } from '#machines/connection/published.ts';
import { queCardsMachine } from '#machines/show/que-cards.ts';
import { questionExpiryMachine } from '#machines/show/question-expiry.ts';
import { itemMachine } from '#machines/show/item.ts';
import { resultMachine } from '#machines/results/result.ts';
import { finalMachine } from '#machines/results/final.ts';
import { momentMachine } from '#machines/results/moment.ts';
import { UTC_DAYS } from '#machines/results/rules/day.ts';
import { NO_WINDOW } from '#machines/answering/rules/schedule.ts';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { createQuestionForm, topicForm } from '#machines/show/question-forms.ts';
import { questionsMachine } from '#machines/answering/questions.ts';
import { releaseControlMachine } from '#machines/show/release-control.ts';
import { releaseWindowMachine } from '#machines/answering/release-window.ts';
import { resendForm } from '#machines/account/resend.ts';
import { groupingDeskMachine } from '#machines/results/grouping-desk.ts';
import { showControlMachine } from '#machines/show/show-control.ts';
import { showMachine } from '#machines/show/show.ts';
import { adminUsersMachine, usersMachine } from '#machines/admin/users.ts';
import { stageMachine } from '#machines/show/stage.ts';
import { windowsMachine } from '#machines/answering/windows.ts';
import {
  ACCOUNT,
  ADMIN_QUESTION,
  AUDIT_ENTRY,
  ANSWER,
  DIRECTION,
  ENDS_AT,
  QUESTION,
  SESSION,
  USER,
} from '#src/inspector/events/samples.ts';

/** When lives on these fixtures begin, epoch ms: shortly before the windows of the examples close. */
export const BEGINS_AT = ENDS_AT - 30_000;

type ActorsOf<L extends AnyStateMachine> = NonNullable<Parameters<L['provide']>[0]['actors']>;
type AnswerOf<L extends AnyStateMachine, K extends keyof ActorsOf<L>> = OutputFrom<
  NonNullable<ActorsOf<L>[K]>
>;
/** What each promise port of a chart may answer, a success first: a new port without examples does not compile. */
type Answers<L extends AnyStateMachine> = {
  readonly [
    K in keyof ActorsOf<L> as AnswerOf<L, K> extends Outcome<unknown> ? K : never
  ]-?: readonly [AnswerOf<L, K>, AnswerOf<L, K>, ...AnswerOf<L, K>[]];
};

/** A chart with all that it needs to run: what it is given, and what its ports answer. */
export interface Fixture {
  readonly chart: AnyStateMachine;
  readonly input: (now: () => number) => unknown;
  readonly answers: Readonly<Record<string, readonly Outcome<unknown>[]>>;
}
const fixture = <L extends AnyStateMachine>(
  chart: L,
  input: (now: () => number) => InputFrom<L>,
  answers: Answers<L> & Fixture['answers'],
): [string, Fixture] => [chart.id, { chart, input, answers }];

const NO = refusal('Not now.');
const AWAY = refusal(MESSAGES.network, { code: 'network' });
const random = () => 0.5;
const nothing = () => undefined;
const ofNothing = () => ({ query: null, random });
const ofSession = () => ({ query: { gameSessionId: 'g1' }, random });
const done = { submit: [success('Done.'), NO] } as const;
const people = () => ({ query: { search: '', role: null, page: 1 } });
const lane = { questionId: 'q1', audience: 'home' } as const;
const board = success({
  entries: [{ rank: 1, username: 'ann', user_id: 'u1', role_id: 2 as const, total_points: 9 }],
  people: {},
});
const terms = {
  entryFee: { amount: 50, currency: 'usd', label: '$0.50' },
  payments: 'stripe',
  stripePublishableKey: 'pk_test_1',
} as const;
const collected = { save: [success('Saved.'), NO], remove: [success('Gone.'), NO] } as const;
const paymentIs = (status: 'paid' | 'processing' | 'declined' | 'open' | 'cancelled') =>
  success({ message: `It is ${status}.`, status });

const AUDIT_QUERY = { person: '', action: '', from: '', to: '', reads: false, page: 1 };

const DESK: Desk = {
  gameSessionId: 'g1',
  question: 'Name a seat.',
  version: 0,
  isPublished: false,
  groups: [],
  history: [],
  undo: null,
  redo: null,
  suggestions: [],
};

const RUNDOWN: Rundown = {
  id: 's1',
  title: 'Friday',
  state: 'draft',
  version: 1,
  createdAt: BEGINS_AT,
  homeDelaySeconds: 0,
  suspense: true,
  items: [
    {
      id: 'i1',
      questionId: 'q1',
      gameSessionId: 'g1',
      text: 'Name a fruit.',
      state: 'planned',
      studioSeconds: 30,
      homeSeconds: 30,
      order: 'both',
      note: '',
    },
  ],
};

const BERLIN = { zone: 'Europe/Berlin', isFixed: false, isDefault: false };

/** Every chart of the product, by its id. */
export const FIXTURES: Readonly<Record<string, Fixture>> = Object.fromEntries([
  fixture(statsMachine, ofNothing, {
    load: [
      success({
        stats: {
          total_users: 1,
          total_questions: 1,
          total_game_sessions: 1,
          total_points: 1,
          user_breakdown: { admins: 1, home_viewers: 0, contestants: 0 },
          question_breakdown: { on_air: 1, to_home: 1 },
        },
      }),
      NO,
    ],
  }),
  fixture(auditMachine, () => ({ query: AUDIT_QUERY }), {
    load: [success({ entries: [AUDIT_ENTRY], total: 1 }), NO],
    ...collected,
  }),
  fixture(questionsAdminMachine, () => ({ query: null }), {
    load: [success([ADMIN_QUESTION]), NO],
    ...collected,
  }),
  fixture(
    answerMachine,
    (now) => ({
      userId: USER.id,
      gameSessionId: 'g1',
      window: { isOpen: true as const, closesAt: null },
      isLineUp: true,
      now,
      random,
    }),
    {
      recallDraft: [success('App'), NO],
      submitAnswer: [
        success({ awardedPoints: 12, answer: ANSWER }),
        AWAY,
        refusal(MESSAGES.answer.already, { code: 'already' }),
        refusal(MESSAGES.answer.expired, { code: 'expired' }),
        NO,
      ],
    },
  ),
  fixture(appMachine, (now) => ({ now, random }), {}),
  fixture(authMachine, (now) => ({ now }), {
    restore: [success(SESSION), success(null), NO],
    renew: [success(SESSION), success(null), NO],
    signIn: [
      success({ session: SESSION }),
      success({ session: null, email: USER.email, message: 'Please verify.', sent: true }),
      NO,
    ],
  }),
  fixture(boardsMachine, () => ({ userId: USER.id, random }), {
    loadBoard: [board, NO],
    loadPoints: [success({ points: 9, rank: 1 }), NO],
  }),
  fixture(connectionMachine, () => ({ userId: USER.id, random }), {}),
  fixture(controlMachine, () => ({ newId: () => 'request-1' }), {
    load: [success({ shows: [], rundown: RUNDOWN }), NO],
    act: [success(RUNDOWN), NO],
  }),
  fixture(confirmationMachine, ofNothing, {}),
  fixture(curtainMachine, (now) => ({ now }), {}),
  fixture(dayMachine, (now) => ({ now, days: UTC_DAYS }), {}),
  fixture(departureMachine, () => ({ to: '/', afterMs: 3_000 }), {}),
  fixture(emailVerificationMachine, () => ({ email: USER.email, hash: 'hash' }), {
    verify: [success('Verified.'), NO],
    resend: [success('Sent.'), NO],
  }),
  fixture(feedMachine, (now) => ({ roleId: 2 as const, now, random }), {
    load: [
      // As new as the newest that any example tells of.
      success({ questions: [QUESTION], answers: [], version: 9 }),
      success({ questions: [], answers: null, version: null }),
      NO,
    ],
  }),
  fixture(registerForm, nothing, done),
  fixture(forgotForm, nothing, done),
  fixture(resetForm, nothing, done),
  fixture(cancelEmailChangeForm, nothing, done),
  fixture(profileForm, nothing, done),
  fixture(contactForm, nothing, { submit: [success(null), NO] }),
  fixture(feedbackForm, nothing, { submit: [success(null), NO] }),
  fixture(distributionMachine, ofSession, {
    load: [success([{ answer_text: 'Apple', count: 12 }]), NO],
  }),
  fixture(suggestionCountMachine, ofSession, { load: [success(3), NO] }),
  fixture(groupingMachine, ofSession, {
    load: [
      success({
        aiEnabled: false,
        totalAnswers: 0,
        totalGroups: 0,
        explanation: '',
        groupingDetails: [],
      }),
      NO,
    ],
  }),
  fixture(inspectorMachine, ofNothing, {
    load: [success({ inspector: 'admins' as const, until: ENDS_AT }), NO],
  }),
  fixture(timeZoneMachine, ofNothing, { load: [success(BERLIN), NO] }),
  fixture(timeZoneForm, nothing, { submit: [success(BERLIN), NO] }),
  fixture(inspectorForm, nothing, {
    submit: [success({ inspector: 'admins' as const, until: ENDS_AT }), NO],
  }),
  fixture(controlTokensMachine, ofNothing, {
    load: [
      success([{ id: 't1', name: 'Stream Deck', createdAt: 1_000, usedAt: null, isOver: false }]),
      NO,
    ],
  }),
  fixture(tokenForm, nothing, { submit: [success('a token'), NO] }),
  fixture(revokeTokenForm, nothing, { submit: [success(null), NO] }),
  fixture(invitationForm, nothing, { submit: [success('a key'), NO] }),
  fixture(joinRehearsalForm, nothing, { submit: [success('You are in.'), NO] }),
  fixture(exportForm, nothing, { submit: [success('friday.xlsx'), NO] }),
  fixture(decisionForm, nothing, {
    submit: [success({ gameSessionId: 'g1', joinIds: ['j1'], accepted: true }), NO],
  }),
  fixture(finalMachine, nothing, {}),
  fixture(
    momentMachine,
    (now) => ({ answer: { ...ANSWER, held: true }, isFrozen: true, standing: null, now }),
    {},
  ),
  fixture(paymentMachine, () => ({ gameSessionId: 'g1' }), {
    loadTerms: [success(terms), success({ ...terms, payments: 'off' as const }), AWAY],
    openIntent: [success('pi_1'), refusal('Paid before.', { code: 'already_paid' }), AWAY],
    loadForm: [success(null), AWAY],
    recall: [success(true), success(false), AWAY],
    confirm: [success(null), refusal('Declined.', { code: CARD_REFUSED }), AWAY],
    verify: [
      paymentIs('paid'),
      paymentIs('processing'),
      paymentIs('declined'),
      paymentIs('open'),
      paymentIs('cancelled'),
      AWAY,
      NO,
    ],
  }),
  fixture(entryFeeMachine, ofNothing, { load: [success({ label: '$0.50', paid: [] }), NO] }),
  fixture(paymentsMachine, ofSession, { load: [success({ payments: [], paid: 0, total: 0 }), NO] }),
  fixture(playerAnswerMachine, (now) => ({ user: { ...USER, role_id: 3 as const }, now, random }), {
    loadLastAnswer: [
      success({ question: QUESTION, answer: ANSWER }),
      success({ question: null, answer: null }),
      NO,
    ],
  }),
  fixture(publishedMachine, ofNothing, {
    load: [
      success({
        ...terms,
        brand: { name: 'Gameshow', slug: 'gameshow' },
        model: false,
        inspector: 'nobody' as const,
        serverTime: BEGINS_AT,
      }),
      NO,
    ],
  }),
  fixture(queCardsMachine, (now) => ({ now }), {
    load: [
      success({ questions: [ADMIN_QUESTION], connected: null }),
      success({ questions: [], connected: { studio: 3, home: 50 } }),
      NO,
    ],
  }),
  fixture(
    questionExpiryMachine,
    (now) => ({ startsAt: BEGINS_AT + 5_000, endsAt: BEGINS_AT + 50_000, now }),
    {},
  ),
  fixture(
    itemMachine,
    (now) => ({
      state: 'planned' as const,
      facts: { windows: { studio: NO_WINDOW, home: NO_WINDOW } },
      now,
    }),
    {},
  ),
  fixture(resultMachine, () => ({ gameSessionId: 'g1', result: NEW_RESULT }), {
    act: [success({ ...NEW_RESULT, state: 'locked' as const, version: 1 }), success(null), NO],
  }),
  fixture(explanationMachine, ofSession, { load: [success({ explanation: null }), NO] }),
  fixture(appealForm, nothing, {
    submit: [success({ wanted: 'couch', state: 'open' as const }), NO],
  }),
  fixture(createQuestionForm, nothing, done),
  fixture(topicForm, nothing, done),
  fixture(questionsMachine, (now) => ({ user: USER, now, random }), {}),
  fixture(releaseControlMachine, (now) => ({ ...lane, now }), {
    release: [success(ADMIN_QUESTION), success(null), NO],
    revoke: [success(ADMIN_QUESTION), success(null), NO],
    restoreEnded: [success(ADMIN_QUESTION), success(null), NO],
  }),
  fixture(releaseWindowMachine, (now) => ({ now }), {}),
  fixture(resendForm, nothing, done),
  fixture(groupingDeskMachine, () => ({ gameSessionId: 'g1', newId: () => 'r1' }), {
    load: [success(DESK), NO],
    act: [success(DESK), NO],
  }),
  fixture(showControlMachine, (now) => ({ now }), {
    load: [success(DIRECTION), NO],
    act: [success(DIRECTION), NO],
  }),
  fixture(showMachine, (now) => ({ now, random }), {}),
  fixture(usersMachine, people, {
    load: [success({ users: [ACCOUNT], total: 1 }), NO],
    ...collected,
  }),
  fixture(adminUsersMachine, people, {
    load: [success({ users: [ACCOUNT], total: 1 }), NO],
    ...collected,
  }),
  fixture(stageMachine, (now) => ({ now }), {}),
  fixture(windowsMachine, (now) => ({ now }), {}),
]);
