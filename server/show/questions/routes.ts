import { m } from 'messages';
import type { QuestionFilter } from '#machines/answering/calls.ts';
import type { ReplyOf } from '#machines/contract/calls.ts';
import { HOUSE_SHOW } from '#machines/contract/entities.ts';
import { ADMIN_LIST_SIZE } from '#machines/contract/limits.ts';
import { ROLE } from '#machines/contract/roles.ts';
import { audienceOf } from '#machines/contract/audience.ts';
import { filterQuestions } from '#machines/show/rules/question.ts';
import { type Caller, type Handlers, recording, ApiError } from '#server/http/route.ts';
import { viewerOf } from '#server/realtime/rooms.ts';
import { readQuestion, readQuestions, readVersions } from '#server/answering/feed-store.ts';
import { recordFor, timersOf, viewFor } from '#server/answering/view.ts';
import { readProducedShows } from '#server/show/producers/store.ts';
import { describe, describeAll } from './describe.ts';
import { edit, remove } from './edit.ts';
import { generate } from './generate.ts';
import type { QuestionServices } from './services.ts';
import { countSessions } from './store.ts';
import { writeQuestion } from './write.ts';

/** Returns the list of questions, which is the same for the caller's whole role, with the caller's own answers. */
async function list(
  { feed, now, ownAnswers }: QuestionServices,
  caller: Caller,
  filter: QuestionFilter,
): Promise<ReplyOf<'activeQuestions'>> {
  const audience = audienceOf(caller.roleId);
  const listing = await feed.listing(viewerOf(caller));
  const answers = audience === null ? [] : await ownAnswers(caller.id, listing.gameSessionIds);
  const serverTime = now();
  const { questions: seen } = listing.own.get(caller.id) ?? listing;
  const questions = filterQuestions(seen, audience, filter, serverTime);
  return { questions, answers: [...answers], versions: listing.versions, serverTime };
}

/** Returns when the question closes for the caller, and both audiences' countdowns. */
async function timerInfo(
  { db, now }: QuestionServices,
  caller: Caller,
  id: string,
): Promise<ReplyOf<'timerInfo'>> {
  const found = await readQuestion(db.read, id);
  const record = found && recordFor(found, caller.id, now());
  const audience = audienceOf(caller.roleId);
  if (record === null || (audience !== null && viewFor(viewerOf(caller), record, now()) === null))
    throw new ApiError(404, m.notFound());
  const closings = [record.releases.studio, record.releases.home].map(
    (release) => release?.window.closesAt,
  );
  const endTime =
    audience === null
      ? Math.max(...closings.map((closesAt) => closesAt ?? 0)) || null
      : (record.releases[audience]?.window.closesAt ?? null);
  return { endTime, ...timersOf(record) };
}

export const questionsHandlers = (services: QuestionServices) =>
  ({
    activeQuestions: ({ caller, query }) => list(services, caller, query.filter),
    contestantQuestions: ({ caller, query }) => list(services, caller, query.filter),
    timerInfo: ({ caller, params }) => timerInfo(services, caller, params.id),
    adminQuestions: async ({ caller }) => {
      const { read } = services.db;
      const ofShows =
        caller.roleId === ROLE.admin ? undefined : await readProducedShows(read, caller.id);
      // The right has been taken back since the call was admitted.
      if (ofShows?.length === 0) throw new ApiError(403, m.producersOtherShow());
      // The feed of the house show is the one that every player gets.
      const versions = await readVersions(read, ofShows && [HOUSE_SHOW, ...ofShows]);
      const records = await readQuestions(read, ADMIN_LIST_SIZE, ofShows);
      const total = await countSessions(read, ofShows);
      const connected = services.broadcaster.connected();
      return { questions: await describeAll(services, records), total, versions, connected };
    },
    updateQuestion: async ({ params, body, record: recordAudit }) => {
      const shown = { studio: body.shown_on_air, home: body.shown_to_home };
      const record = await edit(recording(services, recordAudit), params.id, {
        text: body.question_text,
        shown,
      });
      return {
        message: m.adminQuestionUpdated(),
        question: await describe(services, record),
      };
    },
    deleteQuestion: async ({ params, record }) => {
      await remove(recording(services, record), params.id);
      return { message: m.adminQuestionDeleted() };
    },
    aiGenerate: async ({ body }) => ({ question: await writeQuestion(services, body.topic) }),
    generate: ({ caller, body, record }) => generate(recording(services, record), body, caller.id),
  }) satisfies Handlers;
