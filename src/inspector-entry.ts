/* The only import of the inspector. Its code loads on first use. */

export type { LocalInspector } from 'chart-inspector/agent/agent';
export type { ShowAgent } from './inspector/agent.ts';

export const loadAgent = () => import('./inspector/agent.ts');
export const loadInspectPage = () => import('./inspector/inspect.tsx');
export const loadAtlasPage = () => import('./inspector/atlas.tsx');
