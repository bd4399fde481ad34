import type { Broadcaster } from '#server/show/announce.ts';
import type { AnswerUpdates } from '#server/answering/answer-updates.ts';
import type { ProcessChannel } from '#server/realtime/process-channel.ts';

/** A broadcaster without sockets and other processes; tests replace the events that they need. */
export const SILENT_BROADCASTER: Broadcaster = {
  toAudience: () => {},
  toAudienceInBatches: () => Promise.resolve(),
  toAdmins: () => {},
  toProducers: () => {},
  toUser: () => {},
  disconnectUser: () => {},
  dropUser: () => {},
  isHere: () => false,
  connected: () => ({ studio: 0, home: 0 }),
};

export const SILENT_ANSWER_UPDATES: AnswerUpdates = {
  joined: () => {},
  stored: () => {},
  moved: () => Promise.resolve(true),
  movedHere: () => Promise.resolve(true),
};

export const NO_CHANNEL: ProcessChannel = {
  reachesOthers: false,
  pass: () => {},
  whenPassed: () => {},
};
