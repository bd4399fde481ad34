import { m } from 'messages';
import type { RundownItem } from '#machines/contract/rundown.ts';
import { AUDIENCES } from '#machines/contract/roles.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import type { Cell } from '#machines/show/rules/cells.ts';
import type { Database } from '#server/db/client.ts';
import type { ShowsServices } from '#server/show/services.ts';
import type { Rows } from './book.ts';
import {
  readAddresses,
  readExportedAdjustments,
  readExportedAppeals,
  readExportedPayments,
} from './read.ts';
import { inPages, moment } from './rows.ts';

/* The sheets of an export for what follows a show: prizes, points by hand, payments and appeals. */

export type Standings = Awaited<ReturnType<ShowsServices['standings']>>;

/** The ranks that are on the podium. */
const PODIUM = 3;

/** The name of the last column says who may see the addresses. */
export const WINNERS: readonly string[] = [
  ...'board,place,user_id,name,points,team'.split(','),
  "email (only for this show's producers, to contact winners)",
];

/** Returns the people on each audience's podium and the members of the best team, with their e-mail addresses. */
export async function* winners(db: Database, boards: Standings): Rows {
  const { teams } = boards;
  const best = (teams?.entries ?? []).filter(({ rank }) => rank === 1);
  const teamOf = (userId: string) => best.find(({ id }) => id === teams?.of.get(userId));
  const players = AUDIENCES.flatMap((audience) => boards[audience]);
  const rows = [
    ...AUDIENCES.flatMap((audience) =>
      boards[audience]
        .filter(({ rank }) => rank <= PODIUM)
        .map((player) => ({ board: audienceLabel(audience), place: player.rank, player })),
    ),
    ...players.flatMap((player) =>
      teamOf(player.user_id) === undefined ? [] : [{ board: m.exportTeams(), place: 1, player }],
    ),
  ];
  const addresses = await readAddresses(db.read, [
    ...new Set(rows.map(({ player }) => player.user_id)),
  ]);
  yield* inPages(
    rows.map(({ board, place, player }): readonly Cell[] => [
      board,
      place,
      player.user_id,
      player.username,
      player.total_points,
      teamOf(player.user_id)?.name ?? null,
      addresses.get(player.user_id) ?? null,
    ]),
  );
}

export const POINTS_BY_HAND: readonly string[] =
  'given,board,user_id,team_id,name,points,reason,by,undone,undone_by'.split(',');

/** Returns the points that producers gave and took by hand, the oldest first. */
export async function* pointsByHand(db: Database, showId: string): Rows {
  const rows = await readExportedAdjustments(db.read, showId);
  yield* inPages(
    rows.map((row) => [
      moment(row.at),
      row.teamId === null ? audienceLabel(row.audience) : m.exportTeams(),
      row.userId,
      row.teamId,
      row.name,
      row.points,
      row.reason,
      row.by,
      moment(row.undoneAt),
      row.undoneBy,
    ]),
  );
}

type Items = readonly Pick<RundownItem, 'gameSessionId' | 'text'>[];

/** Returns the number and the text of each item, by its game session. */
const numbersOf = (items: Items): ReadonlyMap<string | null, readonly Cell[]> =>
  new Map(items.map(({ gameSessionId, text }, index) => [gameSessionId, [index + 1, text]]));

const idsOf = (items: Items): string[] => items.map(({ gameSessionId }) => gameSessionId);

export const PAYMENTS: readonly string[] =
  'item,question,payment_id,user_id,name,amount,currency,status,mode,created,paid,refunded,amount_refunded'.split(
    ',',
  );

/** Returns the entry fees that were paid for the show's questions; amounts in the smallest unit of the currency. */
export async function* payments(db: Database, items: Items): Rows {
  if (items.length === 0) return;
  const numbers = numbersOf(items);
  const rows = await readExportedPayments(db.read, idsOf(items));
  yield* inPages(
    rows.map((payment) => [
      ...(numbers.get(payment.gameSessionId) ?? []),
      payment.id,
      payment.userId,
      payment.name,
      payment.amount,
      payment.currency,
      payment.status,
      payment.provider,
      moment(payment.createdAt),
      moment(payment.paidAt),
      moment(payment.refundedAt),
      payment.amountRefunded,
    ]),
  );
}

export const APPEALS: readonly string[] =
  'item,question,user_id,name,answer,wanted,state,made,settled,settled_by'.split(',');

export async function* appeals(db: Database, items: Items): Rows {
  if (items.length === 0) return;
  const numbers = numbersOf(items);
  const rows = await readExportedAppeals(db.read, idsOf(items));
  yield* inPages(
    rows.map((appeal) => [
      ...(numbers.get(appeal.gameSessionId) ?? []),
      appeal.userId,
      appeal.name,
      appeal.answer,
      appeal.wanted,
      appeal.state,
      moment(appeal.createdAt),
      moment(appeal.settledAt),
      appeal.settledBy,
    ]),
  );
}
