export const w = 1;
