import { createContext, use } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { ChartInfo } from './charts.ts';

/** What the inspector's pages know about the app. */
export interface InspectedApp {
  /** `virtual:charts`. */
  readonly charts: readonly ChartInfo[];
  /** By chart id; charts that are missing cannot be replayed. */
  readonly machines: Readonly<Record<string, AnyStateMachine>>;
  /** Names of the calls that can be made to fail. */
  readonly calls?: readonly string[];
  /** Names actors from the contexts of a window. */
  readonly namesIn?: (contexts: readonly unknown[]) => (name: string) => string;
}

export const chartIn = ({ charts }: InspectedApp, id: string | null): ChartInfo | null =>
  charts.find((chart) => chart.id === id) ?? null;

export const App = createContext<InspectedApp>({ charts: [], machines: {} });
export const useApp = (): InspectedApp => use(App);
