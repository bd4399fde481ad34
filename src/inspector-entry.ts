/* The one place where the product takes the inspector from. Its code is fetched when it is first wanted. */

export type { Agent, InHouse } from './inspector/agent/agent.ts';

export const loadAgent = () => import('./inspector/agent/boot.ts');
export const loadInspectPage = () => import('./inspector/page/inspect.tsx');
export const loadAtlasPage = () => import('./inspector/page/atlas.tsx');
