/** Fetches what an answer turns into once it is saved: in time, while it is still typed. */
export const loadMoment = () => import('./moment.tsx');
