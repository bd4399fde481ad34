import { drawings } from './drawings.ts';

/** Made while this file is imported: who imports it by Vite's `runnerImport` can import nothing afterwards. */
export const DRAWINGS = await drawings();
