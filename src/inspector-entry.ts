/* The product takes the inspector from here alone. Its code is fetched when it is first wanted. */

export type { LocalInspector } from 'chart-inspector/agent/agent';
export type { ShowAgent } from './inspector/agent.ts';

export const loadAgent = () => import('./inspector/agent.ts');
export const loadInspectPage = () => import('./inspector/inspect.tsx');
export const loadAtlasPage = () => import('./inspector/atlas.tsx');
