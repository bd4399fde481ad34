import { m } from 'messages';
import { giveName } from '#server/db/aired-names.ts';
import { ApiError } from '#server/http/route.ts';
import type { ActEffects, Acts } from '#server/show/act-effects.ts';
import { hasPlayer, writeRemoval } from '#server/show/store.ts';
import { endGuestAccess } from './seats.ts';
import { writeJoining } from './store.ts';
import { readTeamOf, writeTeam, writeTeams } from './teams.ts';

/** Acts on who plays, with which name and in which team. */
export const PLAYER_ACTS: Acts<
  | 'joining'
  | 'teams'
  | 'allowName'
  | 'muteName'
  | 'renamePlayer'
  | 'removePlayer'
  | 'restorePlayer'
  | 'movePlayer'
> = {
  joining: ({ joining }) => ({
    perform: async ({ tx, rundown: { id, join } }) => {
      await writeJoining(tx, id, joining);
      return { details: { before: { joining: join?.joining ?? '' }, after: { joining } } };
    },
  }),
  teams: ({ teams }) => ({
    perform: async ({ tx, at, rundown: { id } }) => {
      await writeTeams(tx, id, teams, at);
    },
  }),
  allowName: ({ userId }) => naming(userId),
  muteName: ({ userId }) => naming(userId, { isMasked: true }),
  renamePlayer: ({ userId, name }) => naming(userId, { given: name }),
  removePlayer: ({ userId }) => removing(userId, true),
  restorePlayer: ({ userId }) => removing(userId, false),
  movePlayer: ({ userId, teamId }) => ({
    perform: async ({ tx, rundown: { id, teams } }) => {
      const nameOf = (wanted: string | null): string =>
        teams?.list.find((team) => team.id === wanted)?.name ?? '';
      const before = await readTeamOf(tx, { showId: id, userId });
      if (!(await writeTeam(tx, { showId: id, userId }, teamId)))
        throw new ApiError(404, m.rundownNoTeam());
      return {
        details: { before: { team: nameOf(before) }, after: { team: nameOf(teamId) } },
      };
    },
    notify: ({ named }) => {
      named(userId);
    },
  }),
};

/** Allows a player's name, masks it, or sets another name. */
function naming(userId: string, name?: Parameters<typeof giveName>[2]): ActEffects {
  return {
    perform: async ({ tx }) => {
      if (!(await giveName(tx, userId, name))) throw new ApiError(404, m.notFound());
    },
    notify: ({ named }) => {
      named(userId);
    },
  };
}

function removing(userId: string, isRemoved: boolean): ActEffects {
  return {
    locksScores: true,
    perform: async ({ tx, at, rundown: { id } }) => {
      if (!(await hasPlayer(tx, userId))) throw new ApiError(404, m.notFound());
      await writeRemoval(tx, { showId: id, userId }, isRemoved ? at : null);
      if (isRemoved) await endGuestAccess(tx, { showId: id, userId });
    },
    notify: ({ presented, named, broadcaster }, { join }) => {
      presented({ join });
      named(userId);
      broadcaster.dropUser(userId);
    },
  };
}
