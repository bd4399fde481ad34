import type { Knowledge } from 'answer-grouping';
import type { Config } from '../config.ts';
import type { ShowDays } from '#server/show/days.ts';
import type { Database } from '../db/client.ts';
import type { DevelopmentMode } from '#server/development-mode.ts';
import type { Log } from '../log.ts';
import type { Model } from '../model/model.ts';
import type { OriginOf } from '#server/answering/origin.ts';
import type { AuthServices } from '#server/account/services.ts';
import type { InspectorSwitch } from '#server/admin/inspector/switch.ts';
import type { PaymentServices } from '#server/payment/payments.ts';
import type { Broadcaster } from '#server/show/announce.ts';
import type { AnswerSubscriptions } from '#server/answering/answer-subscriptions.ts';
import type { ConnectedClients } from '../realtime/connected-clients.ts';
import type { EmittedPoints } from '#server/answering/emitted-points.ts';
import type { Feed } from '#server/answering/feed.ts';
import type { Link, LinkName } from '../realtime/link.ts';
import type { ScreenRooms } from '#server/show/stage/room.ts';

/** What the process gives the modules to stand on. */
export interface WiringOptions {
  readonly config: Config;
  readonly developmentMode: DevelopmentMode;
  readonly db: Database;
  readonly now: () => number;
  readonly days: ShowDays;
  readonly log: Log;
  readonly broadcaster: Broadcaster;
  /** To the sockets of this process alone. */
  readonly localBroadcaster: Broadcaster;
  readonly answerSubscriptions: AnswerSubscriptions;
  readonly connectedClients: ConnectedClients;
  readonly emittedPoints: EmittedPoints;
  readonly linkOf: (name: LinkName) => Link;
  readonly screenRooms: ScreenRooms;
  readonly feed: Feed;
  readonly auth: AuthServices;
  readonly originOf: OriginOf;
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
