import { removeStoresOfRun } from './databases.ts';

/** Removes the stores that workers kept open until they ended. */
export default function setup(): () => Promise<void> {
  return removeStoresOfRun;
}
