import { createApi } from '#src/effects/api.ts';
import { createRoot } from '#tests/support/root.tsx';

/** The page of a server that replies to each call with what `reply` returns. */
export function pageWith(reply: (request: Request) => unknown) {
  const { runtime } = createRoot();
  const call = createApi({
    origin: 'http://show.example',
    brand: runtime.brand,
    clock: runtime.clock,
    token: () => 'token',
    onUnauthorized: () => {},
    log: () => {},
    fetch: async (request) => Response.json(await reply(new Request(request))),
  });
  return createRoot({ effects: { call } }).page;
}
