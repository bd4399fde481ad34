/** Loads the view of a saved answer early, while the answer is still being typed. */
export const loadAnswerReveal = () => import('./answer-reveal.tsx');
