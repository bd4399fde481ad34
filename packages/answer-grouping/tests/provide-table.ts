import type { TestProject } from 'vitest/node';
import { knowledgeFile } from '../src/knowledge/file.ts';

/** Builds the table of words and names if its sources have changed, and provides its path to the tests. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('table', await knowledgeFile());
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly table: string;
  }
}
