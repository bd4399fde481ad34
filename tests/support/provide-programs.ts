import { providePrograms } from './programs.ts';

/** Installs the programs that server and browser tests need, before any test starts. */
export default function setup(): void {
  providePrograms();
}
