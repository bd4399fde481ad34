import { createContext, use } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { ChartInfo } from './charts.ts';

/** What the inspector's pages need to know about the inspected app. */
export interface InspectedApp {
  /** The charts of `virtual:charts`. */
  readonly charts: readonly ChartInfo[];
  /** The machines by chart id. Charts that are missing here cannot be replayed. */
  readonly machines: Readonly<Record<string, AnyStateMachine>>;
  /** Names of the calls that can be made to fail. */
  readonly calls?: readonly string[];
  /** Returns a function that translates actor ids to names for people, given the contexts of a window's actors. */
  readonly namesIn?: (contexts: readonly unknown[]) => (name: string) => string;
}

export const chartIn = ({ charts }: InspectedApp, id: string | null): ChartInfo | null =>
  charts.find((chart) => chart.id === id) ?? null;

export const App = createContext<InspectedApp>({ charts: [], machines: {} });
export const useApp = (): InspectedApp => use(App);
