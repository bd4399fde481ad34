import type { CallName } from '#machines/contract/calls.ts';
import type { DayZones } from '#machines/contract/entities.ts';
import type { Knowledge } from '#machines/grouping/knowledge.ts';
import { audienceOf } from '#machines/rules/audience.ts';
import { dayAt } from '#machines/rules/day.ts';
import { windowState } from '#machines/rules/schedule.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import type { Exposure } from './exposure.ts';
import type { Controller } from './http/calls.ts';
import { type AnyHandler, mergeHandlers } from './http/handlers.ts';
import type { Log } from './log.ts';
import { ownAnswers, toOwnAnswer } from './modules/answers/own-answers.ts';
import { readLastAnswered } from './modules/answers/store.ts';
import { answersHandlers } from './modules/answers/routes.ts';
import { createTallies } from './modules/answers/tallies.ts';
import { authHandlers } from './modules/auth/routes.ts';
import type { AuthServices } from './modules/auth/services.ts';
import { endAccess } from './modules/auth/store.ts';
import { createBoards } from './modules/boards/boards.ts';
import { createBoardsPublisher } from './modules/boards/publisher.ts';
import { boardsHandlers } from './modules/boards/routes.ts';
import { readCurrentShow } from './modules/boards/show-store.ts';
import { forgetSession, wasReleased } from './modules/boards/store.ts';
import { endTokensOf, identifyController } from './modules/remote-control/tokens.ts';
import { controlHandlers } from './modules/remote-control/routes.ts';
import { configHandlers, entryFeeOf } from './modules/config/routes.ts';
import { summaries } from './modules/grouping/overview.ts';
import { isUnfit } from './modules/grouping/fit-for-air.ts';
import { groupingHandlers } from './modules/grouping/routes.ts';
import { createGrouping } from './modules/grouping/service.ts';
import { inspectorHandlers } from './modules/inspector/routes.ts';
import type { InspectorSwitch } from './modules/inspector/switch.ts';
import { paymentsOf } from './modules/payments/mode.ts';
import {
  createPayments,
  type Payments,
  type PaymentServices,
} from './modules/payments/payments.ts';
import { createReconciliation } from './modules/payments/reconciliation.ts';
import { paymentsHandlers } from './modules/payments/routes.ts';
import { describe } from './modules/questions/describe.ts';
import { questionsHandlers } from './modules/questions/routes.ts';
import { releasesHandlers } from './modules/releases/routes.ts';
import { moveEnd, writeRelease } from './modules/releases/store.ts';
import { deleteQuestion, insertQuestion } from './modules/questions/store.ts';
import { createRehearsalRunner } from './modules/rehearsal/runner.ts';
import { beginRehearsal, endRehearsal, markSessions } from './modules/rehearsal/store.ts';
import { readRankedGroups, writeScene } from './modules/show-page/store.ts';
import { createWindows, type Windows } from './modules/releases/windows.ts';
import { listAppeals, settleAppeals, tellSettled } from './modules/results/appeals.ts';
import { createPublishing } from './modules/results/publishing.ts';
import { act as actOnResult } from './modules/results/act.ts';
import { resultsHandlers } from './modules/results/routes.ts';
import { direct, reveal } from './modules/show-page/direct.ts';
import { showHandlers } from './modules/show-page/routes.ts';
import { createShow } from './modules/show-page/service.ts';
import { actOnShow } from './modules/shows/act.ts';
import { rundownOf } from './modules/shows/services.ts';
import { LISTED_SHOWS, showsHandlers } from './modules/shows/routes.ts';
import { readShows } from './modules/shows/store.ts';
import { usersHandlers } from './modules/users/routes.ts';
import type { Model } from './model/model.ts';
import type { Announcer } from './realtime/announce.ts';
import type { Feed } from './realtime/feed.ts';
import { hasDeletedPoints, releasedIn } from './realtime/change.ts';
import type { GatewayPorts } from './realtime/gateway.ts';
import { createAnswerUpdates } from './realtime/answer-updates.ts';
import type { Answerers } from './realtime/answerers.ts';
import type { Crowd } from './realtime/crowd.ts';
import type { Link, LinkName } from './realtime/link.ts';
import { createPublisher } from './realtime/publisher.ts';
import type { ShowRoom } from './realtime/show-room.ts';
import type { EmittedPoints } from './realtime/emitted-points.ts';
import { verifyCounts } from './verify.ts';

export interface Wiring {
  readonly handlers: ReadonlyMap<CallName, AnyHandler>;
  /** Whom a control token stands for. */
  readonly identifyController: (token: string) => Promise<Controller | null>;
  /** What the gateway asks of the modules. */
  readonly ownAnswers: GatewayPorts['ownAnswers'];
  readonly lastAnswered: GatewayPorts['lastAnswered'];
  readonly joined: GatewayPorts['joined'];
  readonly show: GatewayPorts['show'];
  /** What the server's own charts do, for who inspects them. */
  readonly watchWindows: Windows['watch'];
  /** What the provider's webhook tells. */
  readonly payments: Pick<Payments, 'applyReport'>;
  /** Runs before the server listens: finishes changes that a crash left half done. */
  recover(): Promise<void>;
  /** Continues what was under way when the last process ended. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface WiringOptions {
  readonly config: Config;
  readonly exposure: Exposure;
  readonly db: Database;
  readonly now: () => number;
  readonly days: DayZones;
  readonly log: Log;
  readonly announcer: Announcer;
  /** To the sockets of this process alone. */
  readonly announcerHere: Announcer;
  readonly answerers: Answerers;
  readonly crowd: Crowd;
  readonly emittedPoints: EmittedPoints;
  readonly linkOf: (name: LinkName) => Link;
  readonly showRoom: ShowRoom;
  readonly feed: Feed;
  readonly auth: AuthServices;
  readonly inspector: InspectorSwitch;
  /** Where this process can be reached from itself. */
  readonly ownUrl: () => string;
  readonly knowledge: Knowledge;
  /** Null: none is configured. */
  readonly model: Model | null;
  /** Counts one more request about groups; false: that is enough for today. */
  readonly mayRefine: () => Promise<boolean>;
  readonly measureJudgement: (outcome: string) => void;
  readonly paymentProvider: PaymentServices['provider'];
  readonly measurePayment: PaymentServices['measure'];
}

/**
 * Where the modules meet: none imports another's files, each gets the others' functions here.
 * @throws Error when a call of the contract has no handler, or two
 */
export function wire(options: WiringOptions): Wiring {
  const { config, exposure, db, now, days, log, showRoom, feed, auth, model } = options;
  const { brand } = config;
  const tallies = createTallies(db);
  const dayOf = (instant: number): string => dayAt(days, instant);
  const boards = createBoards({ db, now, dayOf });
  const boardsPublisher = createBoardsPublisher({ boards, crowd: options.crowd, now, log });
  const boardsChangedHere = (): void => {
    boards.moved();
    boardsPublisher.changed();
  };
  const publisher = createPublisher({
    db,
    now,
    log,
    announcer: options.announcerHere,
    link: options.linkOf('feed-changed'),
    onAnnounced: (change) => {
      show.touchHere();
      const released = change === null ? null : releasedIn(change);
      if (released !== null) boardsPublisher.released(released);
      // What another process has deleted is heard of here at the latest.
      if (change === null || hasDeletedPoints(change)) boardsChangedHere();
    },
  });
  const { publish } = publisher;
  const show = createShow({
    db,
    now,
    log,
    announcer: options.announcer,
    publish,
    room: showRoom,
    appUrl: config.appUrl,
    pointsShown: (gameSessionId) => pointsShown(gameSessionId),
    best: async (role, isRehearsing) =>
      isRehearsing ? boards.rehearsed(role) : (await boards.board('daily', [role])).entries,
    bestOfShow: boards.bestOfShow,
    isUnfit,
  });
  const { announcer } = show;
  const boardsLink = options.linkOf('boards-changed');
  const boardsChanged = (): void => {
    boardsLink.pass({});
    boardsChangedHere();
    show.touch();
  };
  boardsLink.whenPassed(boardsChangedHere);
  const windows = createWindows({ db, now, publisher, log });
  const { emittedPoints } = options;
  const answerUpdates = createAnswerUpdates({
    now,
    log,
    emittedPoints,
    onMoved: boardsPublisher.moved,
    answerers: options.answerers,
    links: { stored: options.linkOf('answer-stored'), moved: options.linkOf('points-moved') },
    readOwn: async (userId, gameSessionIds) =>
      (await ownAnswers({ db, tallies }, userId, gameSessionIds)).map(toOwnAnswer),
  });
  const pointsShown = (gameSessionId: string): void => grouping.answered(gameSessionId);
  const results = { db, now, publish, announcer, pointsShown };
  const grouping = createGrouping({
    db,
    settleAppeals: async (tx, settling) => {
      const settled = await settleAppeals(tx, settling);
      return () => tellSettled(results, settled);
    },
    now,
    announcer,
    publish,
    answerUpdates,
    log,
    boards,
    knowledge: options.knowledge,
    regrouped: tallies.regroup,
    refining:
      model === null
        ? null
        : { model, mayAsk: options.mayRefine, measure: options.measureJudgement },
  });
  const { answered } = grouping;
  const answerServices = {
    db,
    now,
    brand,
    dayOf,
    answerUpdates,
    tallies,
    emittedPoints,
    log,
    answered,
  };
  const entryFee = entryFeeOf(config.entryFeeCents);
  const payments = createPayments({
    db,
    now,
    log,
    provider: options.paymentProvider,
    fee: entryFee,
    wasReleased: (gameSessionId) => wasReleased(db.read, gameSessionId),
    measure: options.measurePayment,
  });
  const publishing = createPublishing({ ...results, log });
  const rehearsal = createRehearsalRunner({
    db,
    now,
    log,
    brand,
    identity: auth.identity,
    ownUrl: options.ownUrl,
  });
  const reconciliation = createReconciliation(payments, log);
  const ending = new AbortController();
  let verifying = Promise.resolve();
  const verify = async (): Promise<void> => {
    try {
      const { people, questions } = await verifyCounts(db, ending.signal);
      if (people + questions === 0) return;
      log.warn({ people, questions }, 'wrong totals were found and are put right');
      boardsChanged();
      // Which questions it was is not told: producers' lists are fetched.
      announcer.toAdmins('questions-updated', { serverTime: now() });
    } catch (error) {
      log.error({ err: error }, 'totals could not be compared with the answers');
    }
  };
  const questions = {
    db,
    now,
    dayOf,
    feed,
    announcer,
    publish,
    model,
    ownAnswers: async (userId: string, gameSessionIds: readonly string[]) =>
      (await ownAnswers(answerServices, userId, gameSessionIds)).map(toOwnAnswer),
    summaries: (gameSessionIds) => summaries({ db }, gameSessionIds),
    removeAnswers: forgetSession,
    boardsChanged,
    setReleased: (tx, record, audience, released, at) =>
      writeRelease(
        tx,
        record,
        audience,
        released ? { type: 'release', timer: null } : { type: 'revoke' },
        at,
      ),
  } satisfies Parameters<typeof questionsHandlers>[0];

  const shows = {
    db,
    now,
    announcer,
    publish,
    insertQuestion,
    release: (tx, record, audience, seconds, { at, by }) => {
      const timer =
        seconds === null ? null : { minutes: Math.floor(seconds / 60), seconds: seconds % 60 };
      const act = { type: 'release', timer, reopening: { by, reason: null } } as const;
      return writeRelease(tx, record, audience, act, at);
    },
    moveEnd,
    putOnAir: (tx, gameSessionId) => writeScene(tx, 'question', { gameSessionId }),
    present: (tx, scene, showId) => writeScene(tx, scene, { showId }),
    takeOut: (tx) => writeScene(tx, 'idle', {}),
    removeQuestion: async (tx, { id, gameSessionId }) => {
      await forgetSession(tx, gameSessionId);
      await deleteQuestion(tx, id);
    },
    rehearsal: {
      begin: beginRehearsal,
      end: endRehearsal,
      mark: markSessions,
      changed: rehearsal.look,
    },
    touch: show.touch,
    presented: boardsChanged,
    pointsShown,
  } satisfies Parameters<typeof showsHandlers>[0];

  return {
    identifyController: (token) => identifyController({ db, now }, token),
    handlers: mergeHandlers([
      configHandlers({
        config,
        now,
        entryFee,
        payments: () => paymentsOf(config, exposure.isDevelopment()),
        model: model !== null,
        inspector: options.inspector.access,
        days,
        currentShow: async () => (await readCurrentShow(db.read))?.title,
      }),
      inspectorHandlers(options.inspector),
      authHandlers(auth),
      usersHandlers({
        isUnfit,
        db,
        brand,
        announcer,
        identity: auth.identity,
        endAccess,
        endControlTokens: endTokensOf,
        isAnswering: async (userId, roleId) => {
          const audience = audienceOf(roleId);
          if (audience === null) return false;
          const { questions: listed } = await feed.listing(audience);
          const open = listed.flatMap(({ game_session_id: id, windows: own }) =>
            own !== undefined && windowState(own, audience, now()) === 'open' ? [id] : [],
          );
          const given = open.length === 0 ? [] : await ownAnswers(answerServices, userId, open);
          return given.length < open.length;
        },
        boardsChanged,
        notices: exposure.warnings,
      }),
      questionsHandlers(questions),
      releasesHandlers({
        db,
        now,
        publish,
        describe: (record) => describe(questions, record),
      }),
      resultsHandlers({ ...results, describe: (record) => describe(questions, record) }),
      answersHandlers(answerServices),
      groupingHandlers({
        db,
        decide: grouping.decide,
        isUnfit,
        knowledge: options.knowledge,
        appeals: (gameSessionId) => listAppeals({ db }, gameSessionId),
      }),
      boardsHandlers(boards),
      showHandlers(show),
      showsHandlers(shows),
      controlHandlers({
        db,
        now,
        shows: () => readShows(db.read, LISTED_SHOWS),
        rundown: (id) => rundownOf(db.read, id),
        actOnShow: (recorded, id, asked, by) =>
          actOnShow({ ...shows, db: recorded }, id, asked, by),
        actOnResult: (recorded, asked) => actOnResult({ ...results, db: recorded }, asked),
        direct: (recorded, scene, questionId) =>
          direct({ ...show, db: recorded }, scene, questionId),
        reveal: (recorded, questionId, groupId, by) =>
          reveal({ ...show, db: recorded }, questionId, groupId, by),
        air: show.readSnapshot,
        connected: () => announcer.connected(),
        answered: async (gameSessionId) =>
          (await readRankedGroups(db.read, gameSessionId)).answered,
      }),
      paymentsHandlers(payments),
    ]),
    ownAnswers: (userId, gameSessionIds) => ownAnswers(answerServices, userId, gameSessionIds),
    lastAnswered: (userId) => readLastAnswered(db.read, userId),
    joined: boardsPublisher.joined,
    show,
    watchWindows: windows.watch,
    payments,
    recover: grouping.recover,
    start: async () => {
      await windows.start();
      await grouping.start();
      reconciliation.start();
      publishing.start();
      rehearsal.start();
      verifying = verify();
    },
    stop: async () => {
      ending.abort();
      await verifying;
      await reconciliation.stop();
      await publishing.stop();
      await rehearsal.stop();
      await grouping.stop();
      await boardsPublisher.stop();
      await show.stop();
      await windows.stop();
    },
  };
}
