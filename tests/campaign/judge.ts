import type { Case } from './cases.ts';
import { faultsOfReply, faultsOfSuccess, leaksIn } from './invariants.ts';
import type { Operation } from './operations.ts';
import type { Heard } from '#tests/support/wire.ts';

/** Whether a request goes to a foreign protocol: socket.io's, or the stand-in of the payment provider. */
const isForeign = ({ target, text }: Case): boolean =>
  /^\/(?:socket\.io|v1)\b/u.test(target) || text.startsWith('GET /socket.io/');

/** Returns the faults in the replies to a case. */
export function judge(made: Case, { replies, rest, end }: Heard): string[] {
  const { operation, sender, isClear } = made;
  const faults: string[] = [];
  if (end === 'late' && operation !== null) faults.push('no answer within 10 s');
  if (isClear && replies.length < made.answers && made.text.length < 60_000)
    faults.push(`${replies.length} answers instead of ${made.answers}, then ${end}`);
  if (rest !== '' && !rest.startsWith('HTTP/1.1'))
    faults.push(`bytes that are no answer: ${rest.slice(0, 100)}`);
  for (const reply of replies) {
    const { status, body } = reply;
    if (!isForeign(made)) faults.push(...faultsOfReply(reply, made.method === 'HEAD'));
    else if (status >= 500 && status !== 503) faults.push(`answered ${status}`);
    const { role, actor } = sender;
    // The mailbox of development shows all mails to everyone.
    if (!made.target.startsWith('/dev/'))
      faults.push(...leaksIn(body, { role, isAuthor: actor.id === 'viewer0', knows: made.text }));
    if (operation !== null) faults.push(...faultsOfRights(made, operation, status));
    if (operation !== null && isClear && operation.statuses.includes(status) && status < 300)
      faults.push(...faultsOfSuccess(operation.name, body));
  }
  return faults;
}

/** Calls that answer 400 to a secret that was not mailed, as to an invalid form. */
const MAILED = new Set(['resetPassword', 'verifyEmail', 'cancelEmailChange']);

/** Checks that 401 comes before 403, 403 before anything else, and that the status is documented. */
function faultsOfRights(made: Case, operation: Operation, status: number): string[] {
  const { role } = made.sender;
  const { roles, name } = operation;
  const isSame = made.method === operation.method;
  const mayNot = roles !== null && (role === null || !roles.includes(role));
  if (
    mayNot &&
    status < 300 &&
    isSame &&
    made.target.startsWith(operation.path.split('{')[0] ?? '')
  )
    return [`${name} was done for ${made.sender.who}`];
  if (!made.isClear || status === 429) return [];
  if (mayNot) {
    const expected = role === null ? 401 : 403;
    return status === expected ? [] : [`${status} instead of ${expected} for ${made.sender.who}`];
  }
  // After a change of password the user's token is outdated.
  if (status === 401 && name === 'updateProfile') return [];
  if (status === 401 && name !== 'login' && name !== 'renewSession')
    return ['401 for somebody who may'];
  if (made.isWrong && status !== 400 && status !== 422 && status !== 404 && status !== 413)
    return [`${status} for what is not as described`];
  if (made.isGood && status === 400 && !MAILED.has(name)) return ['400 for what is as described'];
  const isKnown =
    operation.statuses.includes(status) || status === 413 || status === 415 || status === 400;
  return isKnown ? [] : [`${status}, which is not documented for ${name}`];
}
