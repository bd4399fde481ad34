import { charts } from 'virtual:charts';
import type { ChartInfo } from 'chart-inspector/charts';

/** Every chart, by name. */
export const CHARTS: readonly ChartInfo[] = charts.toSorted((one, other) =>
  one.id.localeCompare(other.id),
);
const BY_ID = new Map(CHARTS.map((chart) => [chart.id, chart]));
export const chartOf = (id: string | null): ChartInfo | null =>
  (id === null ? undefined : BY_ID.get(id)) ?? null;
