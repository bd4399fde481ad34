import type { CallName } from '#machines/contract/calls.ts';
import type { AdmissionServices, Controller } from './http/admission.ts';
import type { AnyHandler } from './http/handlers.ts';
import { ownAnswers } from './answering/own-answers.ts';
import { type AcceptAnswer, createAcceptAnswer } from './answering/routes.ts';
import { readLastAnswered } from './answering/store.ts';
import { readVisibility } from './results/boards/store.ts';
import { entryFeeOf } from './admin/public-config.ts';
import { createGrouping } from './results/grouping/service.ts';
import { createPayments, type Payments } from './payment/payments.ts';
import { createReconciliation } from './payment/reconciliation.ts';
import { readShowsOf } from './show/members.ts';
import { produces } from './show/producers/store.ts';
import { createRehearsalRunner } from './show/rehearsal/runner.ts';
import type { Windows } from './show/releases/windows.ts';
import { identifyController } from './show/remote-control/tokens.ts';
import { createPublishing } from './results/publishing.ts';
import type { GatewayPorts } from './realtime/gateway.ts';
import { createVerification } from './verify.ts';
import { wireBroadcasts } from './wiring/broadcasts.ts';
import { wireHandlers } from './wiring/handlers.ts';
import type { WiringOptions } from './wiring/options.ts';

export interface Wiring {
  readonly handlers: ReadonlyMap<CallName, AnyHandler>;
  /** Returns a control token's id, name and owner; null: the token is unknown or revoked. */
  readonly identifyController: (token: string) => Promise<Controller | null>;
  readonly produces: AdmissionServices['produces'];
  /** What the gateway needs from the modules. */
  readonly acceptAnswer: AcceptAnswer;
  readonly ownAnswers: GatewayPorts['ownAnswers'];
  readonly lastAnswered: GatewayPorts['lastAnswered'];
  readonly joined: GatewayPorts['joined'];
  readonly ready: GatewayPorts['ready'];
  readonly mediaAhead: GatewayPorts['mediaAhead'];
  readonly show: GatewayPorts['show'];
  readonly resync: GatewayPorts['resync'];
  /** Attaches the inspector to the actors of the release windows. */
  readonly watchWindows: Windows['watch'];
  /** Handles an event of the payment provider's webhook. */
  readonly payments: Pick<Payments, 'applyReport'>;
  /** Runs before the server listens: finishes changes that a crash left incomplete. */
  recover(): Promise<void>;
  /** Continues what was running when the last process ended. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Connects the modules. No module imports files of another one; each gets the functions of the others here.
 * @throws Error if a call of the contract has no handler or two
 */
export function wire(options: WiringOptions): Wiring {
  const { config, db, now, log, model, emittedPoints } = options;
  const { brand } = config;
  const broadcasts = wireBroadcasts(options, {
    disclosed: (id) => grouping.disclosed(id),
    recountedElsewhere: (id, tookMs) => grouping.recountedElsewhere(id, tookMs),
    isCounting: (id) => grouping.isCounting(id),
  });
  const {
    boards,
    boardsPublisher,
    playerCount,
    pointsPreview,
    publish,
    answerUpdates,
    show,
    windows,
  } = broadcasts;
  const { broadcaster } = show;
  const results = {
    db,
    now,
    publish,
    broadcaster,
    pointsShown: (id: string) => grouping.answered(id),
  };
  const grouping = createGrouping({
    db,
    now,
    broadcaster,
    answerUpdates,
    log,
    boards,
    knowledge: options.knowledge,
    regrouped: pointsPreview.regroup,
    refining:
      model === null
        ? null
        : { model, mayAsk: options.mayRefine, measure: options.measureJudgement },
  });
  const { answered } = grouping;
  const { dayOf } = broadcasts;
  const { originOf } = options;
  const answering = { answerUpdates, pointsPreview, emittedPoints, answered, originOf };
  const otherProcesses = (): number => options.cluster.connectedElsewhere().processes;
  const answers = { db, now, brand, dayOf, log, otherProcesses, ...answering };
  const acceptAnswer = createAcceptAnswer(answers);
  const payments = createPayments({
    db,
    now,
    log,
    provider: options.paymentProvider,
    fee: entryFeeOf(config.entryFeeCents),
    mayPayFor: async (gameSessionId, userId) => {
      const visibility = await readVisibility(db.read, gameSessionId);
      if (visibility === null || visibility.membersOf === null) return visibility !== null;
      return userId !== null && (await readShowsOf(db.read, userId)).includes(visibility.membersOf);
    },
    measure: options.measurePayment,
  });
  const publishing = createPublishing({ ...results, log });
  const rehearsal = createRehearsalRunner({
    db,
    now,
    log,
    brand,
    identity: options.auth.identity,
    ownUrl: options.ownUrl,
  });
  const reconciliation = createReconciliation(payments, log);
  const verification = createVerification({
    db,
    log,
    onCorrected: broadcasts.boardsChanged,
  });
  return {
    identifyController: (token) => identifyController({ db, now }, token),
    produces: (userId, reference) => produces(db.read, userId, reference),
    handlers: wireHandlers(options, {
      broadcasts,
      grouping,
      payments,
      rehearsal,
      results,
      answers,
      acceptAnswer,
    }),
    acceptAnswer,
    ownAnswers: (userId, gameSessionIds) => ownAnswers(answers, userId, gameSessionIds),
    lastAnswered: (userId) => readLastAnswered(db.read, userId),
    joined: (userId) => {
      boardsPublisher.joined(userId);
      playerCount.joined();
    },
    ready: playerCount.readyFor,
    mediaAhead: broadcasts.mediaAhead.of,
    show,
    resync: broadcasts.resync,
    watchWindows: windows.watch,
    payments,
    recover: grouping.recover,
    start: async () => {
      options.days.start();
      await windows.start();
      await grouping.start();
      reconciliation.start();
      publishing.start();
      rehearsal.start();
      verification.start();
    },
    stop: async () => {
      const parts = [
        options.days,
        verification,
        reconciliation,
        publishing,
        rehearsal,
        grouping,
        boardsPublisher,
        playerCount,
        show,
        windows,
      ];
      for (const part of parts) await part.stop();
    },
  };
}
