import { DefaultReporter, type TestModule } from 'vitest/node';
import { missingPrograms } from './programs.ts';

/** Without a terminal, one line for this many finished files. */
const FILES_A_LINE = 40;

/** Prints progress, failures and a summary, but no line for a file that passes. */
export default class QuietReporter extends DefaultReporter {
  #files = 0;
  #finished = 0;
  #failed = 0;

  override onTestRunStart(...started: Parameters<DefaultReporter['onTestRunStart']>): void {
    [{ length: this.#files }] = started;
    super.onTestRunStart(...started);
  }

  protected override printTestModule(module: TestModule): void {
    this.#finished += 1;
    if (module.state() === 'failed') {
      this.#failed += 1;
      // Failures are printed at the end.
      this.log(` FAILED ${this.relative(module.moduleId)}`);
    } else if (!this.isTTY && this.#finished % FILES_A_LINE === 0)
      this.log(` ${this.#finished} of ${this.#files} files done, ${this.#failed} failed`);
  }

  override onTestRunEnd(...ended: Parameters<DefaultReporter['onTestRunEnd']>): void {
    super.onTestRunEnd(...ended);
    const [modules] = ended;
    const skipped = modules
      .flatMap((module) => [...module.children.allTests('skipped')])
      .filter(({ options }) => options.mode !== 'todo').length;
    if (skipped === 0) return;
    const missing = missingPrograms();
    const why = missing.length === 0 ? '' : `: this machine has no ${missing.join(', no ')}`;
    this.log(`NOT RUN: ${skipped} tests${why}`);
  }
}
