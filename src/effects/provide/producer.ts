import type { CallName, ReplyOf } from '#machines/contract/calls.ts';
import type { AdminUser } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { type Outcome, success } from '#machines/contract/outcome.ts';
import { type Desk, queCardsMachine } from '#machines/que-cards.ts';
import {
  releaseControlMachine,
  type ReleaseControlInput,
  type ReleaseRequest,
} from '#machines/release-control.ts';
import { type UserList, usersMachine, type UsersQuery, type UserValues } from '#machines/users.ts';
import type { Answer } from '../api.ts';
import type { Runtime } from '../runtime.ts';
import { effect } from './effect.ts';

const { queCards, users, network, networkServer } = MESSAGES;

/** Releases and revokes are refused in the server's words; the chart puts the catalogue's before them. */
const LANE_TEXTS = { fallback: MESSAGES.unexpected, network };

const provideReleaseControl = ({ call }: Runtime) =>
  releaseControlMachine.provide({
    actors: {
      release: effect<ReleaseRequest, unknown>(({ questionId, audience, timer }, signal) =>
        call(
          audience === 'studio' ? 'release' : 'releaseHome',
          {
            params: { id: questionId },
            body:
              timer === null ? {} : { timerMinutes: timer.minutes, timerSeconds: timer.seconds },
          },
          LANE_TEXTS,
          signal,
        ),
      ),
      revoke: effect<ReleaseControlInput, unknown>(({ questionId, audience }, signal) =>
        call(
          audience === 'studio' ? 'revoke' : 'revokeHome',
          { params: { id: questionId } },
          LANE_TEXTS,
          signal,
        ),
      ),
    },
  });

/** /que-cards. */
export const provideQueCards = (runtime: Runtime) =>
  queCardsMachine.provide({
    actors: {
      load: effect<undefined, Desk>(async (_, signal) => {
        const texts = { fallback: queCards.failed, logIn: queCards.logIn };
        const answer = await runtime.call('adminQuestions', {}, texts, signal);
        if (!answer.ok) return answer;
        const { questions, connected = null } = answer.value;
        return success({ questions, connected });
      }),
      releaseControl: provideReleaseControl(runtime),
    },
  });

const told = <N extends CallName>(answer: Answer<ReplyOf<N>>, text: string): Outcome<string> =>
  answer.ok ? success(text) : answer;

/** /manage-users. */
export const provideUsers = ({ call }: Runtime) =>
  usersMachine.provide({
    actors: {
      load: effect(async ({ query }: { query: UsersQuery }, signal): Promise<Outcome<UserList>> => {
        const { search, role, page } = query;
        const texts = { fallback: users.fetchFailed, logIn: users.logIn };
        const answer = await call(
          'adminUsers',
          {
            query: {
              page,
              ...(search === '' ? {} : { search }),
              ...(role === null ? {} : { role }),
            },
          },
          texts,
          signal,
        );
        return answer.ok
          ? success({
              users: answer.value.users,
              total: answer.value.total ?? answer.value.users.length,
            })
          : answer;
      }),
      save: effect(
        async (
          { item, values }: { item: AdminUser | null; values: UserValues },
          signal,
        ): Promise<Outcome<string>> => {
          const { password, ...account } = values;
          if (item === null)
            return told(
              await call(
                'createUser',
                { body: { ...account, password } },
                { fallback: users.createFailed, network: networkServer },
                signal,
              ),
              users.created,
            );
          return told(
            await call(
              'updateUser',
              { params: { id: item.id }, body: account },
              { fallback: users.updateFailed, network: networkServer },
              signal,
            ),
            MESSAGES.admin.userUpdated,
          );
        },
      ),
      remove: effect(
        async ({ item }: { item: AdminUser | null }, signal): Promise<Outcome<string>> =>
          told(
            await call(
              'deleteUser',
              { params: { id: item?.id ?? '' } },
              { fallback: users.deleteFailed, network: networkServer },
              signal,
            ),
            MESSAGES.admin.userDeleted,
          ),
      ),
    },
  });
