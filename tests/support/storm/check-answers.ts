import { type Audience, ROLE, type RoleId } from '#machines/contract/entities.ts';
import { textKey } from 'answer-grouping';
import { groupBy } from './by.ts';
import type { Fault } from './fault.ts';
import type { Attempt, Ledger } from './ledger.ts';
import { dayOf } from './scoring.ts';
import type { StoreSnapshot, StoredAnswer } from './store-snapshot.ts';
import { type History, historyOf, outcomes, UNKNOWN_FOR_MS } from './windows.ts';

/** Both clocks are the machine's, but are read with different delays, ms. */
const CLOCK_MS = 2;

const isUnknown = ({ status }: Attempt): boolean => status === 0 || status === 503;
/** When an attempt was certainly over. A caller that gave up may still have sent it. */
const doneBy = (attempt: Attempt): number =>
  attempt.endedAt + (isUnknown(attempt) ? UNKNOWN_FOR_MS : 0);
const isAcknowledged = ({ status }: Attempt): boolean => status === 201;
const keyOf = (gameSessionId: string, playerId: string): string => `${gameSessionId} ${playerId}`;
const shown = ({ playerId, gameSessionId, text, status, code }: Attempt): string =>
  `${playerId} to ${gameSessionId}: '${text}' (${status}${code === null ? '' : ` ${code}`})`;
const described = ({ text, userId, gameSessionId }: StoredAnswer): string =>
  `'${text}' of ${userId} to ${gameSessionId}`;
const audienceOf = (roleId: RoleId): Audience => (roleId === ROLE.contestant ? 'studio' : 'home');

/**
 * Whether the store agrees with what players were sent: every acknowledged answer once, no unsent
 * answer, none from outside its window, and every refusal for a valid reason.
 */
export function checkAnswers(
  ledger: Ledger,
  stored: StoreSnapshot,
  firstRoles: ReadonlyMap<string, RoleId>,
): Fault[] {
  const history = historyOf(ledger.acts);
  const byKey = groupBy(ledger.attempts, ({ gameSessionId, playerId }) =>
    keyOf(gameSessionId, playerId),
  );
  const rows = groupBy(stored.answers, ({ gameSessionId, userId }) =>
    keyOf(gameSessionId, userId ?? ''),
  );
  const deleted = new Set(ledger.deletedPlayers.map(({ id }) => id));
  const living = new Set(stored.people.map(({ id }) => id));
  const faults: Fault[] = [];
  const claimed = new Set<StoredAnswer>();

  // Rows of deleted players have no user id. Assign those with a known time first.
  const inOrder = [...byKey].sort(
    ([, one], [, other]) => Number(other.some(isAcknowledged)) - Number(one.some(isAcknowledged)),
  );
  for (const [key, attempts] of inOrder) {
    const [first] = attempts;
    if (first === undefined) continue;
    const { playerId, gameSessionId } = first;
    const audiences = (time: { from: number; to: number }): Audience[] =>
      rolesOf(ledger, firstRoles, playerId, time).map(audienceOf);
    if (stored.sessions.has(gameSessionId)) {
      const isNameless = !living.has(playerId);
      const candidates = rows.get(isNameless ? keyOf(gameSessionId, '') : key) ?? [];
      const row = candidates.find((each) => !claimed.has(each) && explains(attempts, each));
      if (row !== undefined) {
        claimed.add(row);
        faults.push(...checkRow(ledger, row, attempts, history, audiences));
      } else if (attempts.some(isAcknowledged))
        faults.push({ kind: 'lost', what: attempts.filter(isAcknowledged).map(shown).join(', ') });
    }
    faults.push(
      ...checkReplies(attempts),
      ...checkRefusals(ledger, attempts, history, audiences, {
        mayBeSignedOut:
          deleted.has(playerId) || ledger.roles.some((role) => role.playerId === playerId),
        mayBeGone: ledger.deletedSessions.some(({ id }) => id === gameSessionId),
      }),
    );
  }
  for (const row of stored.answers)
    if (!claimed.has(row)) faults.push({ kind: 'stored but never sent', what: described(row) });
  for (const { id, isDone } of ledger.deletedSessions)
    if (isDone === true && stored.sessions.has(id))
      faults.push({ kind: 'deleted and still there', what: id });
  for (const { id, isDone } of ledger.deletedPlayers)
    if (isDone === true && living.has(id))
      faults.push({ kind: 'deleted and still there', what: id });
  return faults;
}

/**
 * Whether the row is the acknowledged one, or, without an acknowledgement, one whose reply may have
 * been lost.
 */
function explains(attempts: readonly Attempt[], row: StoredAnswer): boolean {
  const acknowledged = attempts.filter(isAcknowledged);
  if (acknowledged.length > 0)
    return acknowledged.every(
      ({ text, answeredAt }) => text === row.text && answeredAt === row.receivedAt,
    );
  return attempts.some(
    (attempt) =>
      isUnknown(attempt) &&
      attempt.text === row.text &&
      attempt.sentAt - CLOCK_MS <= row.receivedAt &&
      row.receivedAt <= doneBy(attempt) + CLOCK_MS,
  );
}

/** Producers' acts, with their known times. */
const describedActs = ({ acts }: Ledger, gameSessionId: string): string =>
  acts
    .filter((act) => act.gameSessionId === gameSessionId)
    .map(({ audience, window, from, to }) => `${audience} ${from}-${to} ${JSON.stringify(window)}`)
    .join(', ');

function checkRow(
  ledger: Ledger,
  row: StoredAnswer,
  attempts: readonly Attempt[],
  history: History,
  audiences: (time: { from: number; to: number }) => Audience[],
): Fault[] {
  const what = described(row);
  const senders = attempts.filter(
    ({ text, status }) => text === row.text && (status === 201 || status === 0 || status === 503),
  );
  const from = Math.min(...senders.map(({ sentAt }) => sentAt));
  const to = Math.max(...senders.map(doneBy));
  const faults: Fault[] = [];
  if (row.textKey !== textKey(row.text))
    faults.push({ kind: 'form', what: `${what} is stored as ${row.textKey}` });
  if (row.day !== dayOf(row.receivedAt))
    faults.push({ kind: 'day', what: `${what} is stored on ${row.day}` });
  if (row.receivedAt < from - CLOCK_MS || row.receivedAt > to + CLOCK_MS)
    faults.push({ kind: 'time', what: `${what} at ${row.receivedAt}, sent ${from} to ${to}` });
  if (!audiences({ from, to }).includes(row.audience))
    faults.push({ kind: 'audience', what: `${what} counts for ${row.audience}` });
  const time = { from: row.receivedAt - CLOCK_MS, to: row.receivedAt + CLOCK_MS };
  const possible = outcomes(history, row, time);
  if (!possible.has('stored'))
    faults.push({
      kind: 'outside its window',
      what: `${what} as ${row.audience} at ${row.receivedAt}: ${[...possible].join()}; ${describedActs(ledger, row.gameSessionId)}`,
    });
  return faults;
}

/** The same text again gets the first result, and another one is refused. */
function checkReplies(attempts: readonly Attempt[]): Fault[] {
  const faults: Fault[] = [];
  const [first, ...others] = attempts.filter(isAcknowledged);
  if (first === undefined) return faults;
  if (first.answerText !== first.text)
    faults.push({ kind: 'acknowledged', what: `${shown(first)} as '${first.answerText}'` });
  for (const other of others)
    if (other.answerText !== first.answerText || other.answeredAt !== first.answeredAt)
      faults.push({ kind: 'acknowledged', what: `${shown(first)}, then ${shown(other)}` });
  for (const later of attempts) {
    if (later.sentAt <= first.endedAt || isAcknowledged(later) || isUnknown(later)) continue;
    if (later.status === 401 || later.status === 404) continue;
    if (later.text === first.text || later.code !== 'already')
      faults.push({ kind: 'final', what: `${shown(later)} after ${shown(first)}` });
  }
  return faults;
}

const WINDOW_CODES = { 403: 'locked', 409: 'withheld', 410: 'expired' } as const;
const windowCode = ({ status, code }: Attempt) =>
  Object.entries(WINDOW_CODES).find(([each, name]) => each === `${status}` && name === code)?.[1];

function checkRefusals(
  ledger: Ledger,
  attempts: readonly Attempt[],
  history: History,
  audiences: (time: { from: number; to: number }) => Audience[],
  { mayBeSignedOut, mayBeGone }: { mayBeSignedOut: boolean; mayBeGone: boolean },
): Fault[] {
  return attempts.flatMap((attempt): Fault[] => {
    const { status, code, text, gameSessionId } = attempt;
    if (isAcknowledged(attempt) || isUnknown(attempt)) return [];
    if (status === 401 && mayBeSignedOut) return [];
    if (status === 404 && mayBeGone) return [];
    if (status === 409 && code === 'already') {
      const isOther = (each: Attempt): boolean =>
        each.text !== text && (isAcknowledged(each) || isUnknown(each));
      return attempts.some(isOther)
        ? []
        : [{ kind: 'refused without another', what: shown(attempt) }];
    }
    const reason = windowCode(attempt);
    const time = { from: attempt.sentAt - CLOCK_MS, to: attempt.endedAt + CLOCK_MS };
    const isPossible = audiences(time).some(
      (audience) =>
        reason !== undefined && outcomes(history, { gameSessionId, audience }, time).has(reason),
    );
    const what = `${shown(attempt)} ${attempt.sentAt}-${attempt.endedAt}; ${describedActs(ledger, gameSessionId)}`;
    return isPossible ? [] : [{ kind: 'refused without a reason', what }];
  });
}

/** The roles that a player may have had between two instants. */
function rolesOf(
  { roles }: Ledger,
  firstRoles: ReadonlyMap<string, RoleId>,
  playerId: string,
  { from, to }: { from: number; to: number },
): RoleId[] {
  const changes = roles.filter((role) => role.playerId === playerId);
  const first = { roleId: firstRoles.get(playerId) ?? ROLE.home, from: -Infinity };
  return [first, ...changes].flatMap(({ roleId, from: begins }, index) => {
    const ends = changes[index]?.to ?? Infinity;
    return begins <= to && ends >= from ? [roleId] : [];
  });
}
