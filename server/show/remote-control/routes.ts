import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { type Handlers, recording } from '#server/http/route.ts';
import { controlAct, type ControlServices, controlState } from './control.ts';
import { createSlipGuard } from './slip-guard.ts';
import { createToken, listTokens, readTokenShow, revokeToken } from './tokens.ts';

export function controlHandlers(services: ControlServices) {
  const slipGuard = createSlipGuard();
  const tokens = () => listTokens(services.db.read);
  /** Returns the show of a token; undefined: the show open to everybody that is on air. */
  const showOf = async (tokenId: string): Promise<string | undefined> => {
    const showId = await readTokenShow(services.db.read, tokenId);
    return showId === HOUSE_SHOW ? undefined : showId;
  };
  return {
    controlTokens: async () => ({ tokens: await tokens() }),
    createControlToken: async ({ body, caller, record }) => {
      const token = await createToken(recording(services, record), body.name, caller, body.show);
      return { tokens: await tokens(), token };
    },
    revokeControlToken: async ({ params, record }) => {
      await revokeToken(recording(services, record), params.id);
      return { tokens: await tokens() };
    },
    control: async ({ params, body, caller, tokenId, record }) =>
      controlAct(recording(services, record), params.act, body, {
        tokenId,
        showId: await showOf(tokenId),
        userId: caller.id,
        slipGuard,
      }),
    controlState: async ({ query, tokenId }) =>
      controlState(services, (await showOf(tokenId)) ?? query.show),
  } satisfies Handlers;
}
