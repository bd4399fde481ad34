/**
 * `npm run bench`: measures what a phone loads before it shows /, /join, /login and /payment, in KiB, beside the budget for
 * players' phones: compressed with brotli, as browsers get it, and with gzip.
 */
import { BUDGET_KIB, firstLoad, KINDS } from '#tests/support/first-load.ts';

for (const [path, view] of [
  ['/', 'src/screens/home/home.tsx'],
  ['/join', 'src/screens/join/join.tsx'],
  ['/login', 'src/screens/login/login.tsx'],
  ['/payment', 'src/screens/payment/payment.tsx'],
] as const) {
  const load = firstLoad(view);
  for (const kind of KINDS) {
    const { files, brotliKib, gzipKib } = load[kind];
    console.log(
      `${path.padEnd(8)} ${kind.padEnd(5)} ${brotliKib.toFixed(1).padStart(6)} KiB brotli ${gzipKib.toFixed(1).padStart(6)} gzip   budget ${String(BUDGET_KIB[kind]).padStart(3)}   ${files} files`,
    );
  }
}
