import type { DrawnChart } from './drawn-chart.ts';
import type { EventShapes, Shape } from './events/shape.ts';

/** A chart as the build knows it. */
export interface ChartInfo extends DrawnChart {
  /** Name of the export. */
  readonly exportName: string;
  /** How tests import its file. */
  readonly importPath: string;
  readonly events: EventShapes;
}
/** A chart's input and the results of its promises. */
export interface ChartPorts {
  readonly input: Shape;
  /** By the promise's name in `setup`. */
  readonly outputs: Readonly<Record<string, Shape>>;
}
