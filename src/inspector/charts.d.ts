/** Made by scripts/charts.ts. */
declare module 'virtual:charts' {
  const charts: readonly import('#machines/kit/drawing.ts').DrawnChart[];
  export default charts;
}
