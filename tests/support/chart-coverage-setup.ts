import { StateMachine } from 'xstate';
import { afterAll } from 'vitest';
import { watch, writeWalks } from './chart-coverage.ts';

/*
 * In test files that `npm run atlas:coverage` runs: every chart that an actor is made of has its system
 * watched, without a word in the tests.
 */

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
