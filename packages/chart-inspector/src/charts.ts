import type { DrawnChart } from './drawn-chart.ts';
import type { EventShapes, Shape } from './events/shape.ts';

/** A chart with the data that the build derives from its code. */
export interface ChartInfo extends DrawnChart {
  /** Name under which the file exports the chart. */
  readonly exportName: string;
  /** The path by which tests import the chart's file. */
  readonly importPath: string;
  readonly events: EventShapes;
}
/** A chart's input and the results of its promises. */
export interface ChartPorts {
  readonly input: Shape;
  /** The result of each promise, by its name in `setup`. */
  readonly outputs: Readonly<Record<string, Shape>>;
}
