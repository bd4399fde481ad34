import { AUDIENCES, type OwnAnswer } from '#machines/contract/entities.ts';
import { ownAnswers, toOwnAnswer } from '#server/answering/own-answers.ts';
import { createPointsPreview } from '#server/answering/points-preview.ts';
import { createBoards } from '#server/results/boards/boards.ts';
import { createBoardsPublisher } from '#server/results/boards/publisher.ts';
import { isUnfit } from '#server/show/fit-for-air.ts';
import { createWindows } from '#server/show/releases/windows.ts';
import { joinOrigin } from '#server/admin/hosts.ts';
import { createStageService } from '#server/show/stage/service.ts';
import { createAnswerUpdates } from '#server/answering/answer-updates.ts';
import { hasDeletedPoints, releasedIn } from '#server/show/releases/change.ts';
import { createMediaAhead } from '#server/show/media/ahead.ts';
import { createPlayerCount } from '#server/show/player-count.ts';
import { readMemberShows } from '#server/show/members.ts';
import { createPublisher } from '#server/show/publisher.ts';
import type { WiringOptions } from './options.ts';

export type Broadcasts = ReturnType<typeof wireBroadcasts>;

/**
 * Broadcasts changes of questions, boards, the stage and own answers to sockets and other processes.
 * `disclosed`: changed points have become visible to Home. `recountedElsewhere`: another process has recounted.
 * `isCounting`: whether a recount of a game session is running or due.
 */
export function wireBroadcasts(
  options: WiringOptions,
  {
    disclosed,
    recountedElsewhere,
    isCounting,
  }: {
    readonly disclosed: (gameSessionId: string) => Promise<void>;
    readonly recountedElsewhere: (gameSessionId: string, tookMs: number) => void;
    readonly isCounting: (gameSessionId: string) => boolean;
  },
) {
  const { db, now, days, log, connectedClients, emittedPoints, channelOf } = options;
  const pointsPreview = createPointsPreview(db);
  const { dayOf } = days;
  const boards = createBoards({ db, now, dayOf });
  /** The pace suits the players of all processes, because their boards are read from one store. */
  const crowd = (): number => {
    const { studio, home } = options.broadcaster.connected();
    return Math.max(connectedClients.size(), studio + home);
  };
  const boardsPublisher = createBoardsPublisher({
    boards,
    connectedClients: { ...connectedClients, size: crowd },
    isCounting,
    now,
    log,
  });
  /** Publishes at once, and again after a recount under way, because until then boards are read from before it. */
  const republish = (publish: () => void): void => {
    boards.moved();
    publish();
    void db.consistent.catchingUp()?.then(publish);
  };
  const boardsChangedHere = (): void => {
    republish(boardsPublisher.changed);
  };
  const publisher = createPublisher({
    db,
    now,
    log,
    broadcaster: options.localBroadcaster,
    channel: channelOf('feed-changed'),
    onAnnounced: (change) => {
      show.touchHere(change?.event.record.showId);
      const released = change === null ? null : releasedIn(change);
      if (released !== null) boardsPublisher.released(released);
      if (change?.event.type === 'disclosed') sendPointsToHome(change.event.record.gameSessionId);
      if (change?.event.type === 'finale-disclosed') boardsPublisher.changed();
      // If another process has deleted points, this process notices it here at the latest.
      if (change === null || hasDeletedPoints(change)) boardsChangedHere();
    },
  });
  const show = createStageService({
    db,
    now,
    log,
    broadcaster: options.broadcaster,
    rooms: options.screenRooms,
    appUrl: joinOrigin(options.config),
    best: boards.shownBest,
    bestOfShow: boards.bestOfShow,
    bestOfSeason: boards.bestOfSeason,
    topOfShow: boards.topOfShow,
    isUnfit,
    isWord: options.knowledge.isWord,
  });
  const playerCount = createPlayerCount({
    broadcaster: options.localBroadcaster,
    connected: (membersOf) => options.broadcaster.connected(membersOf),
    memberShows: () => readMemberShows(db.read),
    now,
    log,
  });
  const sendPointsToHome = (gameSessionId: string): void => {
    boardsPublisher.moved(gameSessionId);
    disclosed(gameSessionId).catch((error: unknown) => {
      log.warn({ err: error }, 'points could not be sent to players yet');
    });
  };
  const boardsChannel = channelOf('boards-changed');
  boardsChannel.whenPassed(boardsChangedHere);
  const boardsChanged = (): void => {
    boardsChannel.pass({});
    boardsChangedHere();
    show.touch();
  };
  const standingsChangedHere = (): void => {
    republish(boardsPublisher.standingsChanged);
  };
  const standingsChannel = channelOf('standings-changed');
  standingsChannel.whenPassed(standingsChangedHere);
  /** Sends own points and ranks again, because players of a members-only show may get their final places. */
  const standingsChanged = (): void => {
    standingsChannel.pass({});
    standingsChangedHere();
    show.touch();
  };
  days.onChanged(() => {
    const payload = { days: days.current() };
    for (const audience of AUDIENCES)
      options.localBroadcaster.toAudience(audience, 'days-changed', payload);
    options.localBroadcaster.toAdmins('days-changed', payload);
    boardsChangedHere();
    show.touchHere();
  });
  const daysChannel = channelOf('days-changed');
  daysChannel.whenPassed(() => void days.check());
  const daysChanged = async (): Promise<void> => {
    daysChannel.pass({});
    await days.check();
  };
  const readOwn = async (userId: string, ids: readonly string[]): Promise<OwnAnswer[]> =>
    (await ownAnswers({ db, now, pointsPreview }, userId, ids)).map(toOwnAnswer);
  const answerUpdates = createAnswerUpdates({
    now,
    log,
    emittedPoints,
    onMoved: boardsPublisher.moved,
    onRecountedElsewhere: recountedElsewhere,
    answerSubscriptions: options.answerSubscriptions,
    channels: { stored: channelOf('answer-stored'), moved: channelOf('points-moved') },
    readOwn,
  });
  return {
    pointsPreview,
    dayOf,
    boards,
    boardsPublisher,
    playerCount,
    mediaAhead: createMediaAhead({ db, broadcaster: options.broadcaster }),
    boardsChanged,
    standingsChanged,
    daysChanged,
    publish: publisher.publish,
    resync: publisher.resync,
    show,
    windows: createWindows({ db, now, publisher, log }),
    answerUpdates,
    readOwn,
  };
}
