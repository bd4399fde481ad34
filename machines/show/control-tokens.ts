import { m } from 'messages';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ControlToken } from './control-calls.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { outcomeOf, success } from '#machines/contract/outcome.ts';
import { textProblem } from '#machines/contract/text.ts';
import { loader } from '#machines/kit/loader.ts';
import { submission } from '#machines/kit/submission.ts';

/* Tokens for the remote control of a show (CT-1…3): the list, and two forms that create and revoke one. */

/** The list of tokens (CT-1). */
export const controlTokensMachine = loader<null, readonly ControlToken[]>({
  id: 'controlTokens',
  unexpected: m.controlLoadFailed(),
});

export interface TokenValues {
  readonly name: string;
  /** The show that the token controls; `HOUSE_SHOW`: the open show that is on air. */
  readonly show: string;
}
/** Creates a token (CT-2); returns it, as it is shown only once. */
export const tokenForm = submission<TokenValues, string>({
  id: 'tokenForm',
  check: ({ name }) => {
    const wrong = textProblem(name, LIMITS.nameLength, m.controlNoName());
    return outcomeOf(null, wrong === null ? {} : { name: wrong });
  },
  done: (token) => token,
  unexpected: m.controlFailed(),
});

/** Revokes a token (CT-3). */
export const revokeTokenForm = submission<{ readonly id: string }, null>({
  id: 'revokeToken',
  check: success,
  done: () => m.showTokenRevoked(),
  unexpected: m.controlFailed(),
});

export type ControlTokensActor = ActorRefFrom<typeof controlTokensMachine>;
export type TokenFormActor = ActorRefFrom<typeof tokenForm>;
export type RevokeTokenActor = ActorRefFrom<typeof revokeTokenForm>;

/** Null: not loaded yet. */
export const selectTokens = ({ context }: SnapshotFrom<typeof controlTokensMachine>) =>
  context.value;
