import { CALL_NAMES, type CallName, calls } from '#machines/contract/calls.ts';

/** The calls, those with fewer path parameters first: '/users/me' must not match '/users/{id}'. */
const ROUTES = CALL_NAMES.map((name) => ({
  name,
  method: calls[name].method,
  parameters: calls[name].path.split('{').length,
  pattern: new RegExp(`^${calls[name].path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u'),
})).toSorted((one, other) => one.parameters - other.parameters);

/** Names a call of the contract by its method and path. */
export const callAt = (method: string, path: string): CallName | null =>
  ROUTES.find((route) => route.method === method && route.pattern.test(path))?.name ?? null;
