import type { CallName } from '#machines/contract/calls.ts';
import type { AdminQuestion } from '#machines/contract/entities.ts';
import { timeZoneHandlers } from '#server/admin/time-zone.ts';
import { type AnyHandler, mergeHandlers } from '../http/handlers.ts';
import { isAnswering } from '#server/answering/store.ts';
import type { OwnAnswerServices } from '#server/answering/own-answers.ts';
import { type AcceptAnswer, answersHandlers } from '#server/answering/routes.ts';
import { authHandlers } from '#server/account/routes.ts';
import { endAccess } from '#server/account/store.ts';
import { boardsHandlers } from '#server/results/boards/routes.ts';
import { readSeasons } from '#server/results/boards/season-store.ts';
import { oncePerTurn } from '#server/end-of-turn.ts';
import { readCurrentShow } from '#server/results/boards/show-store.ts';
import { forgetSession } from '#server/results/boards/store.ts';
import { configHandlers, entryFeeOf } from '#server/admin/public-config.ts';
import { isUnfit } from '#server/show/fit-for-air.ts';
import { summaries } from '#server/results/grouping/overview.ts';
import { groupingHandlers } from '#server/results/grouping/routes.ts';
import type { GroupingService } from '#server/results/grouping/service.ts';
import { inspectorHandlers } from '#server/admin/inspector/routes.ts';
import { paymentsOf } from '#server/payment/mode.ts';
import type { Payments } from '#server/payment/payments.ts';
import { paymentsHandlers } from '#server/payment/routes.ts';
import { describe } from '#server/show/questions/describe.ts';
import { questionsHandlers } from '#server/show/questions/routes.ts';
import type { QuestionServices } from '#server/show/questions/services.ts';
import type { RehearsalRunner } from '#server/show/rehearsal/runner.ts';
import { joinHandlers, seatHandlers } from '#server/show/joining/routes.ts';
import { rehearsalHandlers } from '#server/show/rehearsal/routes.ts';
import { producersHandlers } from '#server/show/producers/routes.ts';
import { endProducing } from '#server/show/producers/store.ts';
import { releasesHandlers } from '#server/show/releases/routes.ts';
import { writeRelease } from '#server/show/releases/store.ts';
import { controlHandlers } from '#server/show/remote-control/routes.ts';
import { endTokensOf } from '#server/show/remote-control/tokens.ts';
import type { ResultServices } from '#server/results/act.ts';
import { listAppeals } from '#server/results/appeals.ts';
import { resultsHandlers } from '#server/results/routes.ts';
import { endRunSheetLinksOf } from '#server/show/run-sheet/links.ts';
import { mediaHandlers } from '#server/show/media/routes.ts';
import { runSheetHandlers } from '#server/show/run-sheet/routes.ts';
import { endLinksOf } from '#server/show/stage/link.ts';
import { stageHandlers } from '#server/show/stage/routes.ts';
import { readRankedGroups } from '#server/show/stage/ranked-groups.ts';
import { showsHandlers } from '#server/show/routes.ts';
import { type ShowsServices } from '#server/show/services.ts';
import { readRunningItem } from '#server/show/store.ts';
import { usersHandlers } from '#server/admin/routes.ts';
import type { QuestionRecord } from '#server/answering/view.ts';
import type { Broadcasts } from './broadcasts.ts';
import type { WiringOptions } from './options.ts';

/** The modules that several parts of the wiring use. */
export interface Modules {
  readonly broadcasts: Broadcasts;
  readonly grouping: GroupingService;
  readonly payments: Payments;
  readonly rehearsal: RehearsalRunner;
  readonly results: ResultServices;
  readonly answers: OwnAnswerServices;
  readonly acceptAnswer: AcceptAnswer;
}

/**
 * Creates the handlers of all calls. Each module gets the functions that it needs from other modules.
 * @throws Error if a call of the contract has no handler or two
 */
export function wireHandlers(
  options: WiringOptions,
  modules: Modules,
): ReadonlyMap<CallName, AnyHandler> {
  const { config, developmentMode, db, now, days, auth, model, inspector, knowledge } = options;
  const { broadcasts, grouping, payments, rehearsal, results, answers, acceptAnswer } = modules;
  const { boards, boardsChanged, show } = broadcasts;
  const { broadcaster } = show;
  const questions = questionServices(options, broadcasts);
  const shows = showsServices(options, broadcasts, rehearsal, grouping);
  const describeRecord = (record: QuestionRecord): Promise<AdminQuestion> =>
    describe(questions, record);
  return mergeHandlers([
    configHandlers({
      config,
      now,
      entryFee: entryFeeOf(config.entryFeeCents),
      payments: () => paymentsOf(config, developmentMode.isOn()),
      model: model !== null,
      inspector: inspector.access,
      days: () => days.current().zones,
      // Each page asks for this when it is loaded, and ten thousand people load one within a minute.
      shows: oncePerTurn(async () => ({
        current: (await readCurrentShow(db.read))?.title,
        hasSeasons: (await readSeasons(db.read, 'all')).length > 0,
      })),
    }),
    inspectorHandlers(inspector),
    timeZoneHandlers({
      db,
      now,
      configured: config.timeZone,
      days,
      daysChanged: broadcasts.daysChanged,
    }),
    authHandlers(auth),
    usersHandlers({
      isUnfit,
      db,
      brand: config.brand,
      broadcaster,
      identity: auth.identity,
      endAccess,
      endKeys: async (tx, userId) => {
        await endTokensOf(tx, userId);
        await endLinksOf(tx, userId);
        await endRunSheetLinksOf(tx, userId);
        await endProducing(tx, userId);
      },
      isAnswering: (tx, userId, roleId) => isAnswering(tx, { userId, roleId, now: now() }),
      boardsChanged,
      notices: developmentMode.warnings,
    }),
    questionsHandlers(questions),
    releasesHandlers({ shows, describe: describeRecord }),
    resultsHandlers(results),
    answersHandlers(answers, acceptAnswer),
    groupingHandlers({
      db,
      isUnfit,
      knowledge,
      appeals: (gameSessionId) => listAppeals({ db }, gameSessionId),
    }),
    boardsHandlers(boards),
    stageHandlers(show, shows),
    showsHandlers(shows),
    runSheetHandlers({ db, now }),
    mediaHandlers({ db, now }),
    joinHandlers({
      db,
      now,
      identity: auth.identity,
      broadcaster,
      limits: auth.limits,
      originOf: options.originOf,
      devices: options.joinDevices,
    }),
    producersHandlers({
      db,
      now,
      identity: auth.identity,
      broadcaster,
      outbox: auth.outbox,
      texts: auth.texts,
      endLinks: async (tx, { showId, userId }) => {
        await endLinksOf(tx, userId, showId);
        await endRunSheetLinksOf(tx, userId, showId);
      },
      touch: show.touch,
    }),
    seatHandlers({ db, now, broadcaster, changed: shows.named }),
    rehearsalHandlers({ db, now, identity: auth.identity, broadcaster }),
    controlHandlers({
      db,
      now,
      shows,
      connected: () => broadcaster.connected(),
      answered: async (gameSessionId) => (await readRankedGroups(db.read, gameSessionId)).answered,
    }),
    paymentsHandlers(payments),
  ]);
}

/** Returns the services of questions, with functions of other modules. */
const questionServices = (
  { db, now, feed, model }: WiringOptions,
  { dayOf, publish, show, boardsChanged, readOwn }: Broadcasts,
): QuestionServices => ({
  db,
  now,
  dayOf,
  feed,
  broadcaster: show.broadcaster,
  publish,
  model,
  ownAnswers: readOwn,
  summaries: (gameSessionIds) => summaries({ db }, gameSessionIds),
  runningItem: readRunningItem,
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
});

/** Returns the services of shows, with functions of other modules. */
const showsServices = (
  { db, now, auth }: WiringOptions,
  { publish, show, boards, boardsChanged, standingsChanged, daysChanged, mediaAhead }: Broadcasts,
  rehearsal: RehearsalRunner,
  grouping: GroupingService,
): ShowsServices => ({
  db,
  now,
  standings: boards.standingsOfShow,
  broadcaster: show.broadcaster,
  publish,
  rehearsalChanged: rehearsal.poll,
  touch: show.touch,
  announceMedia: mediaAhead.announce,
  presented: ({ join }) => {
    if (join === undefined || join.joining === 'accounts') boardsChanged();
    else standingsChanged();
  },
  boardsChanged,
  daysChanged,
  named: (userId) => {
    auth.identity.forget(userId);
    boardsChanged();
  },
  pointsShown: grouping.answered,
  decided: grouping.decided,
  readDirection: show.readDirection,
});
