import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

/** Metrics for Prometheus: counts and durations without personal data. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  /** Creates a counter with one label. */
  const counter = (name: string, help: string, label: string) => {
    const counts = new Counter({ name, help, labelNames: [label], registers });
    return (value: string): void => counts.inc({ [label]: value });
  };
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: BUCKETS_S, registers });

  const requests = histogram(
    'http_request_duration_seconds',
    'Requests by route pattern and status.',
    ['route', 'status'],
  );
  const completions = histogram(
    'model_request_duration_seconds',
    'Requests to the language model by outcome.',
    ['outcome'],
  );
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    measureRequest: (request: { route: string; status: number; tookMs: number }): void => {
      const { tookMs, ...labels } = request;
      requests.observe(labels, tookMs / 1_000);
    },
    /** Records one request to the language model, including its retries. */
    measureModel: ({ outcome, tookMs }: { outcome: string; tookMs: number }): void =>
      completions.observe({ outcome }, tookMs / 1_000),
    countMisuse: counter(
      'socket_misuse_total',
      'Misuse of sockets that our own clients never cause.',
      'kind',
    ),
    measureJudgement: counter(
      'grouping_judgements_total',
      'Outcomes of grouping with the language model.',
      'outcome',
    ),
    measurePayment: counter('payments_total', 'Outcomes of card payments.', 'outcome'),
    measureWebhook: counter(
      'payment_webhooks_total',
      'Outcomes of webhooks of the payment provider.',
      'outcome',
    ),
    /** Adds a gauge of the clock correction. `offsetMs` is called at every scrape; null: the clock is not corrected. */
    watchClock: (offsetMs: () => number | null): void => {
      const gauge = new Gauge({
        name: 'clock_offset_seconds',
        help: "Offset added to the machine's clock to match the database's.",
        registers,
        collect: () => {
          gauge.set((offsetMs() ?? 0) / 1_000);
        },
      });
    },
    /** Adds a gauge of connected players. `connected` is called at every scrape. */
    watchPlayers: (connected: () => { studio: number; home: number }): void => {
      const gauge = new Gauge({
        name: 'players_connected',
        help: 'Connected sockets of players by audience.',
        labelNames: ['audience'],
        registers,
        collect: () => {
          for (const [audience, count] of Object.entries(connected()))
            gauge.set({ audience }, count);
        },
      });
    },
  };
}
