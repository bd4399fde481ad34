import { m } from 'messages';
import type { BodyOf, ReplyOf } from '#machines/contract/calls.ts';
import type { Team } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { SEAT_KEY_LENGTH } from '#machines/show/rules/join-code.ts';
import { readAccounts } from '#server/account/store.ts';
import { toUser } from '#server/account/services.ts';
import { inTransaction } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/dialect.ts';
import { pipeline } from '#server/db/pipeline.ts';
import type { Identity } from '#server/http/identity.ts';
import { addressKey, type Limits } from '#server/http/limits.ts';
import type { InTurn } from '#server/http/requester-queue.ts';
import { type Caller, ApiError } from '#server/http/route.ts';
import { newId } from '#server/id.ts';
import type { OriginOf } from '#server/answering/origin.ts';
import { addMember, type MemberOrigin, type MemberServices } from '../members.ts';
import { guestKeyOf, personalCodeOf, storedCode } from './codes.ts';
import {
  countMembers,
  findGuest,
  insertGuest,
  isRemoved,
  type JoinableShow,
  lockForJoining,
  readByCode,
} from './store.ts';
import { readTeamOf, readTeams, teamFor } from './teams.ts';

export interface JoinServices extends MemberServices {
  readonly limits: Pick<Limits, 'consume'>;
  readonly identity: Pick<Identity, 'forget' | 'sign'>;
  readonly originOf: OriginOf;
  /** Lets only a few people join at the same time, so that a flood of them does not delay answers. */
  readonly inTurn: InTurn;
}

/** The sender of a request to join. */
interface Sender {
  /** Null: not signed in. */
  readonly caller: Caller | null;
  readonly address: string;
}

/**
 * Returns the show with this join code.
 * @throws ApiError 404 for an unknown code, 410 when the show has ended
 */
export async function showToJoin(
  { db }: Pick<JoinServices, 'db'>,
  code: string,
): Promise<JoinableShow> {
  const show = await readByCode(db.read, code);
  if (show === null) throw new ApiError(404, m.joinUnknown());
  if (show.state === 'ended') throw ended();
  return show;
}

/** Returns the teams that a person has to choose from when they join; undefined: none. */
export async function teamsToChoose(
  { db }: Pick<JoinServices, 'db'>,
  { id, teams }: JoinableShow,
  caller: Caller | null,
): Promise<Team[] | undefined> {
  if (teams !== 'chosen' || caller?.roleId === ROLE.contestant) return undefined;
  const own = caller && (await readTeamOf(db.read, { showId: id, userId: caller.id }));
  return own === null ? readTeams(db.read, id) : undefined;
}

const ended = (): ApiError => new ApiError(410, m.joinEnded(), { code: 'ended' });

/**
 * Lets the caller join the show with this join code: an account or a guest of this show as themselves, any other caller
 * as a new guest. A repeated request returns the same guest.
 * @throws ApiError 404 for an unknown code, 410 when the show has ended, 403 when the caller may not join it, 409 when
 * it is full, 422 without a nickname or a team that has to be chosen, 429 or 503 if too many guests join, from one network address or in total
 */
export async function joinShow(
  services: JoinServices,
  { code, name, team, requestId }: BodyOf<'joinShow'>,
  { caller, address, device }: Sender & { readonly device: string },
): Promise<ReplyOf<'joinShow'>> {
  const show = await showToJoin(services, code);
  const { id, title } = show;
  if (caller?.roleId === ROLE.admin || caller?.produces?.includes(id) === true)
    throw new ApiError(403, m.joinProducers());
  const { network } = services.originOf({
    gameSessionId: id,
    network: addressKey(address),
    email: '',
  });
  const origin = { device, network };
  if (caller !== null && (caller.guestOf === undefined || caller.guestOf === id)) {
    if (await isRemoved(services.db.read, id, { ...origin, userId: caller.id })) throw removed();
    await joinAsOneself(services, show, caller, { origin, team });
    return { show: { id, title }, session: null };
  }
  if (show.joining === 'accounts' || show.joining === 'invited') throw notFor(show);
  if (name === undefined)
    throw new ApiError(422, m.joinNoName(), {
      details: [{ field: 'name', message: m.joinNoName() }],
    });
  const requester = addressKey(address);
  await services.limits.consume('guest', requester);
  const session = await services.inTurn(requester, () =>
    createGuest(services, { id, name, team, requestId, origin }),
  );
  return { show: { id, title }, session };
}

const removed = (): ApiError => new ApiError(403, m.joinRemoved(), { code: 'removed' });

const notFor = ({ joining }: JoinableShow): ApiError =>
  joining === 'accounts'
    ? new ApiError(403, m.joinAccountsOnly(), { code: 'account-needed' })
    : new ApiError(403, m.joinInvitedOnly(), { code: 'invited-only' });

/**
 * Makes an account or a guest a member of a show that people join by code or that has teams, even if all accounts may
 * play in it without being members.
 */
async function joinAsOneself(
  services: JoinServices,
  show: JoinableShow,
  { id: userId, shows = [] }: Caller,
  { origin, team }: { readonly origin: MemberOrigin; readonly team: string | undefined },
): Promise<void> {
  if (show.joining === 'invited' && !shows.includes(show.id)) throw notFor(show);
  if (
    show.teams !== 'off' ||
    show.joining === 'anybody' ||
    (show.joining === 'code' && !shows.includes(show.id))
  )
    await addMember(services, { showId: show.id, userId, origin, team });
}

async function createGuest(
  services: JoinServices,
  {
    id: showId,
    name,
    team,
    requestId,
    origin,
  }: {
    readonly id: string;
    readonly name: string;
    readonly team: string | undefined;
    readonly requestId: string;
    readonly origin: MemberOrigin;
  },
): Promise<GuestReply['session']> {
  const { db, now } = services;
  const personalCode = personalCodeOf(requestId);
  const key = guestKeyOf(requestId);
  const guest = await inTransaction(db, async (tx) => {
    const show = await lockForJoining(tx, showId);
    if (show === undefined || show.state === 'ended') throw ended();
    // Within the transaction, because a removal that has just been made must not be missed.
    const [known, isOut, members] = await pipeline(tx, (queries) =>
      Promise.all([
        findGuest(queries, { key }),
        isRemoved(queries, showId, { ...origin, userId: null }),
        countMembers(queries, showId),
      ]),
    );
    if (known !== undefined) return known;
    if (isOut) throw removed();
    if (members >= LIMITS.showMembers) throw new ApiError(409, m.joinFull(), { code: 'full' });
    const at = now();
    const codeHash = storedCode(personalCode);
    const teamId = await teamFor(tx, show, { roleId: ROLE.home, team });
    const added = { id: newId(at), key, name, showId, codeHash, at, teamId, origin };
    return (await insertGuest(tx, added)) ? added : findGuest(tx, { key });
  }).catch((error: unknown) => {
    // Another guest has this personal code; a request with another id generates another code.
    throw isUniqueViolation(error) ? new ApiError(409, m.joinFailed()) : error;
  });
  return sessionOf(services, guest?.id, personalCode);
}

type GuestReply = ReplyOf<'returnAsGuest'>;

/** @throws ApiError 404 if the guest has been deleted */
async function sessionOf(
  { db, identity }: JoinServices,
  id: string | undefined,
  personalCode: string,
): Promise<GuestReply['session']> {
  const [account] = id === undefined ? [] : await readAccounts(db.read, [id]);
  if (account === undefined) throw new ApiError(404, m.joinUnknownPerson());
  return { token: identity.sign(account), user: toUser(account), personalCode };
}

/**
 * Signs a guest in by their personal code. `device`: the device with which the guest joined; null for a seat.
 * @throws ApiError 404 for an unknown code, 403 for a removed guest, 403 for a producer, because the guest's session
 * would replace theirs, 429 for too many attempts from one network address
 */
export async function returnAsGuest(
  services: JoinServices,
  personalCode: string,
  { caller, address }: Sender,
): Promise<GuestReply & { readonly device: string | null }> {
  if (caller?.roleId === ROLE.admin || caller?.produces !== undefined)
    throw new ApiError(403, m.joinProducers());
  await services.limits.consume('personalCode', addressKey(address));
  const guest = await findGuest(services.db.read, { codeHash: storedCode(personalCode) });
  if (guest === undefined)
    throw new ApiError(
      404,
      personalCode.length === SEAT_KEY_LENGTH ? m.joinSeatOver() : m.joinUnknownPerson(),
    );
  const { id, showId, title, device } = guest;
  if (await isRemoved(services.db.read, showId, { userId: id, device: '', network: '' }))
    throw removed();
  const session = await sessionOf(services, id, personalCode);
  return { show: { id: showId, title }, session, device };
}
