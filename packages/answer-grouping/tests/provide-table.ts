import type { TestProject } from 'vitest/node';
import { knowledgeFile } from '../src/knowledge/file.ts';

/** Builds the table of words and names when its sources have changed, and tells the tests where it is. */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('table', await knowledgeFile());
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly table: string;
  }
}
