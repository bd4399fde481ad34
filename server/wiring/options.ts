import type { Knowledge } from 'answer-grouping';
import type { Config } from '../config.ts';
import type { ShowDays } from '#server/show/days.ts';
import type { Database } from '../db/client.ts';
import type { DevelopmentMode } from '#server/development-mode.ts';
import type { Log } from '../log.ts';
import type { Model } from '../model/model.ts';
import type { OriginOf } from '#server/answering/origin.ts';
import type { Devices } from '#server/account/devices.ts';
import type { AuthServices } from '#server/account/services.ts';
import type { InspectorSwitch } from '#server/admin/inspector/switch.ts';
import type { PaymentServices } from '#server/payment/payments.ts';
import type { Broadcaster, Cluster } from '#server/show/announce.ts';
import type { AnswerSubscriptions } from '#server/answering/answer-subscriptions.ts';
import type { ConnectedClients } from '../realtime/connected-clients.ts';
import type { EmittedPoints } from '#server/answering/emitted-points.ts';
import type { FeedService } from '#server/answering/feed.ts';
import type { ProcessChannel, ChannelName } from '../realtime/process-channel.ts';
import type { ScreenRooms } from '#server/show/stage/room.ts';

/** The infrastructure that a process gives to the modules. */
export interface WiringOptions {
  readonly config: Config;
  readonly developmentMode: DevelopmentMode;
  readonly db: Database;
  readonly now: () => number;
  readonly days: ShowDays;
  readonly log: Log;
  readonly broadcaster: Broadcaster;
  /** Broadcasts to the sockets of this process only. */
  readonly localBroadcaster: Broadcaster;
  readonly cluster: Pick<Cluster, 'connectedElsewhere'>;
  readonly answerSubscriptions: AnswerSubscriptions;
  readonly connectedClients: ConnectedClients;
  readonly emittedPoints: EmittedPoints;
  readonly channelOf: (name: ChannelName) => ProcessChannel;
  readonly screenRooms: ScreenRooms;
  readonly feed: FeedService;
  readonly auth: AuthServices;
  readonly originOf: OriginOf;
  /** Recognises devices that have joined a show. */
  readonly joinDevices: Devices;
  readonly inspector: InspectorSwitch;
  /** Returns the address by which this process reaches itself. */
  readonly ownUrl: () => string;
  readonly knowledge: Knowledge;
  /** The language model; null if none is configured. */
  readonly model: Model | null;
  /** Counts one more model request for grouping; returns false if today's limit is reached. */
  readonly mayRefine: () => Promise<boolean>;
  readonly measureJudgement: (outcome: string) => void;
  readonly paymentProvider: PaymentServices['provider'];
  readonly measurePayment: PaymentServices['measure'];
}
