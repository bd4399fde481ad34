import { type Handlers, recording } from '#server/http/route.ts';
import { controlAct, type ControlServices, controlState } from './control.ts';
import { createToken, listTokens, revokeToken } from './tokens.ts';

export function controlHandlers(services: ControlServices) {
  const tokens = () => listTokens(services.db.read);
  return {
    controlTokens: async () => ({ tokens: await tokens() }),
    createControlToken: async ({ body, caller, record }) => {
      const token = await createToken(recording(services, record), body.name, caller);
      return { tokens: await tokens(), token };
    },
    revokeControlToken: async ({ params, record }) => {
      await revokeToken(recording(services, record), params.id);
      return { tokens: await tokens() };
    },
    control: ({ params, body, caller, tokenId, record }) =>
      controlAct(recording(services, record), params.act, body, { tokenId, userId: caller.id }),
    controlState: ({ query }) => controlState(services, query.show),
  } satisfies Handlers;
}
