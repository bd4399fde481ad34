import { StateMachine } from 'xstate';
import { afterAll } from 'vitest';
import { watch, writeWalks } from './chart-coverage.ts';

/* Setup of the tests that `npm run atlas:coverage` runs: records every chart that is started. */

// oxlint-disable-next-line typescript/unbound-method -- called with the chart as `this` below
const { getInitialSnapshot } = StateMachine.prototype;
StateMachine.prototype.getInitialSnapshot = function watchedFromTheStart(scope, input) {
  watch(scope);
  return getInitialSnapshot.call(this, scope, input);
};

afterAll(() => {
  StateMachine.prototype.getInitialSnapshot = getInitialSnapshot;
  writeWalks();
});
