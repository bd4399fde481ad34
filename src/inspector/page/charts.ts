import charts from 'virtual:charts';
import type { DrawnChart } from '#machines/kit/drawing.ts';

/** Every chart as it is drawn, by name. */
export const CHARTS: readonly DrawnChart[] = charts.toSorted((one, other) =>
  one.id.localeCompare(other.id),
);
const BY_ID = new Map(CHARTS.map((chart) => [chart.id, chart]));
export const chartOf = (id: string | null): DrawnChart | null =>
  (id === null ? undefined : BY_ID.get(id)) ?? null;
