/** Made by the plugin of `chart-inspector/build/plugin`. */
declare module 'virtual:charts' {
  export const charts: readonly import('./charts.ts').ChartInfo[];
  /** By chart id. */
  export const ports: Readonly<Record<string, import('./charts.ts').ChartPorts>>;
  /** By chart id. */
  export const machines: Readonly<Record<string, import('xstate').AnyStateMachine>>;
}
