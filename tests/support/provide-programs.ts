import { providePrograms } from './programs.ts';

/** Before any test starts: the programs that the tests of a server and of a browser run. */
export default function setup(): void {
  providePrograms();
}
