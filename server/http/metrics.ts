import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  readonly measureRequest: (request: { route: string; status: number; tookMs: number }) => void;
  /** A socket did what no client of ours does. */
  readonly countMisuse: (kind: string) => void;
  /** One question to the language model, with all its tries. */
  readonly measureModel: (completion: { outcome: string; tookMs: number }) => void;
  /** What became of a look at a game session with the language model. */
  readonly measureJudgement: (outcome: string) => void;
  /** What has become of a card payment. */
  readonly measurePayment: (outcome: string) => void;
  /** What was done with what the payment provider told. */
  readonly measureWebhook: (outcome: string) => void;
  /** Asked at every scrape. */
  watchPlayers(connected: () => { studio: number; home: number }): void;
  /** Asked at every scrape; null: the machine's clock is not corrected. */
  watchClock(offsetMs: () => number | null): void;
}

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What Prometheus may read: counts and times, never who. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route pattern and status.',
    labelNames: ['route', 'status'],
    buckets: BUCKETS_S,
    registers,
  });
  const misuses = new Counter({
    name: 'socket_misuse_total',
    help: 'What sockets did that no client of ours does.',
    labelNames: ['kind'],
    registers,
  });
  const completions = new Histogram({
    name: 'model_request_duration_seconds',
    help: 'Requests to the language model by outcome.',
    labelNames: ['outcome'],
    buckets: BUCKETS_S,
    registers,
  });
  const judgements = new Counter({
    name: 'grouping_judgements_total',
    help: 'What became of looks at answers with the language model.',
    labelNames: ['outcome'],
    registers,
  });
  const payments = new Counter({
    name: 'payments_total',
    help: 'What has become of card payments.',
    labelNames: ['outcome'],
    registers,
  });
  const webhooks = new Counter({
    name: 'payment_webhooks_total',
    help: 'What was done with what the payment provider told.',
    labelNames: ['outcome'],
    registers,
  });
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    measureRequest: ({ route, status, tookMs }) =>
      requests.observe({ route, status }, tookMs / 1_000),
    countMisuse: (kind) => misuses.inc({ kind }),
    measureModel: ({ outcome, tookMs }) => completions.observe({ outcome }, tookMs / 1_000),
    measureJudgement: (outcome) => judgements.inc({ outcome }),
    measurePayment: (outcome) => payments.inc({ outcome }),
    measureWebhook: (outcome) => webhooks.inc({ outcome }),
    watchClock: (offsetMs) => {
      const gauge = new Gauge({
        name: 'clock_offset_seconds',
        help: "What is added to the machine's clock to go by the database's.",
        registers,
        collect: () => {
          gauge.set((offsetMs() ?? 0) / 1_000);
        },
      });
    },
    watchPlayers: (connected) => {
      const gauge = new Gauge({
        name: 'players_connected',
        help: 'Connected sockets of players by audience.',
        labelNames: ['audience'],
        registers,
        collect: () => {
          for (const [audience, count] of Object.entries(connected())) {
            gauge.set({ audience }, count);
          }
        },
      });
    },
  };
}
