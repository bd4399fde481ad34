import { join } from 'node:path';
import { Window } from 'happy-dom';
import type { EnvironmentOptions } from 'vite';
import { z } from 'zod';
import { ROOT } from './cached.ts';

/** The screens with a form that is part of the page: people can type before the program has loaded. */
const STATIC_PATHS = ['/login', '/join'];

/** Code of the program that these screens do not run while they are rendered. */
const NOT_RENDERED =
  /^\.\/(?:inspector\/|polyfills\/|screens\/(?!login|join|shell))|\/(?:api|socket|sealed-media)\.ts$/u;

const FOLDER = join(ROOT, 'node_modules/.cache/prerender');

/** The build of the program in one language with which its static screens are rendered. */
export const prerenderer = (language: string): EnvironmentOptions => ({
  consumer: 'server',
  build: {
    outDir: join(FOLDER, language),
    emptyOutDir: true,
    ssr: true,
    copyPublicDir: false,
    rolldownOptions: { input: 'src/prerender.tsx', external: NOT_RENDERED },
  },
});

const builtSchema = z.object({
  prerender: z.custom<() => Promise<string>>((value) => typeof value === 'function'),
});

/**
 * Returns the static screens in a language, each as a `template` named by its path. `{{brand}}` stands for the brand's
 * name.
 */
export async function staticScreens(language: string): Promise<string> {
  const tab = new Window({ url: 'https://show.example/' });
  tab.document.head.innerHTML = `<meta name="brand" content='{"name":"{{brand}}","slug":"show"}'>`;
  Object.assign(globalThis, { window: tab, document: tab.document });
  const { prerender } = builtSchema.parse(await import(join(FOLDER, language, 'prerender.js')));
  let html = '';
  for (const path of STATIC_PATHS) {
    tab.happyDOM.setURL(`https://show.example${path}`);
    html += `<template data-path="${path}">${await prerender()}</template>`;
  }
  await tab.happyDOM.close();
  Reflect.deleteProperty(globalThis, 'window');
  Reflect.deleteProperty(globalThis, 'document');
  return html;
}
