import * as z from 'zod/mini';
import { directionSchema, idSchema, sceneSchema } from '#machines/contract/entities.ts';
import { MESSAGES } from '#machines/contract/messages.ts';
import { call, idParams } from '#machines/contract/call.ts';

const directionReply = z.object({ direction: directionSchema });

/** The show that the screens belong to; by default the house show, whose screens show the open show on air. */
const screenQuery = z.object({ show: z.optional(idSchema) });

const groupBody = z.strictObject({ groupId: z.optional(idSchema) });

/** Calls about the show page. */
export const showPageCalls = {
  show: call({
    method: 'GET',
    path: '/api/game-sessions/show',
    limit: 'account',
    summary: 'What the screens of a show show, and what could be revealed',
    query: screenQuery,
    reply: directionReply,
  }),
  directShow: call({
    method: 'PUT',
    path: '/api/game-sessions/show',
    limit: 'account',
    summary:
      'Choose what a stage shows: a question, by its id, on the stage of its show; another scene on the stage that the screens of `show` show',
    body: z
      .strictObject({
        scene: sceneSchema,
        questionId: z.optional(idSchema),
        show: z.optional(idSchema),
      })
      .check(
        z.refine(
          ({ scene, questionId }) => scene !== 'question' || questionId !== undefined,
          MESSAGES.show.noQuestion,
        ),
      ),
    reply: directionReply,
  }),
  showAnswers: call({
    method: 'POST',
    path: '/api/game-sessions/show-answers/{id}',
    limit: 'account',
    summary: 'Reveal a group on the show page; without an id the least popular one that is hidden',
    params: idParams,
    query: screenQuery,
    body: groupBody,
    reply: directionReply,
  }),
  hideAnswers: call({
    method: 'POST',
    path: '/api/game-sessions/hide-answers/{id}',
    limit: 'account',
    summary: 'Hide a revealed group again; without an id the one revealed last',
    params: idParams,
    query: screenQuery,
    body: groupBody,
    reply: directionReply,
  }),
  createShowLink: call({
    method: 'POST',
    path: '/api/game-sessions/show-link',
    limit: 'account',
    status: 201,
    summary:
      'Make the key that opens the screens of a show without an account; the one before ends',
    query: screenQuery,
    reply: z.extend(directionReply, { key: z.string() }),
  }),
  revokeShowLink: call({
    method: 'DELETE',
    path: '/api/game-sessions/show-link',
    limit: 'account',
    summary: 'End the key; pages opened with it go dark',
    query: screenQuery,
    reply: directionReply,
  }),
} as const;
