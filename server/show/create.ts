import { getLocale } from 'messages/runtime';
import type { BodyOf } from '#machines/contract/calls.ts';
import type { Rundown } from '#machines/contract/rundown.ts';
import { inTransaction } from '#server/db/client.ts';
import { newId } from '#server/id.ts';
import { addQuestions } from './add-questions.ts';
import { writeTeams } from './joining/teams.ts';
import { announceAdded, rundownOf, type ShowsServices } from './services.ts';
import { readShowView } from './view.ts';
import { insertShow } from './store.ts';

/**
 * Creates a show, empty or with the teams of another show and new questions that copy its texts, pictures,
 * sounds and presets. Its language is that of the other show, or else of the producer's page.
 * @throws ApiError 404
 */
export async function createShow(
  services: ShowsServices,
  { title, from, joining }: BodyOf<'createShow'>,
  by: string,
): Promise<Rundown> {
  const { db, now } = services;
  const done = await inTransaction(
    db,
    async (tx) => {
      const at = now();
      const id = newId(at);
      const copied = from === undefined ? null : await rundownOf(tx, from);
      await insertShow(
        tx,
        {
          id,
          title,
          language: copied?.language ?? getLocale(),
          ...(copied && { homeDelaySeconds: copied.homeDelaySeconds }),
        },
        at,
        joining,
      );
      if (copied?.teams !== undefined)
        await writeTeams(
          tx,
          id,
          { mode: copied.teams.mode, names: copied.teams.list.map(({ name }) => name) },
          at,
        );
      const questions = (copied?.items ?? []).map(
        ({ text, media, studioSeconds, homeSeconds, order, note }) => ({
          text,
          media,
          presets: { studioSeconds, homeSeconds, order, note },
        }),
      );
      const added = await addQuestions({ services, tx, at, by }, id, questions);
      return { rundown: await rundownOf(tx, id), added, at };
    },
    (made) => ({
      target: made.rundown.id,
      name: title,
      after: { title, questions: made.added.map(({ text }) => text) },
    }),
  );
  const { rundown } = done;
  announceAdded(services, done);
  services.broadcaster.toAdmins('show-changed', { show: await readShowView(services, rundown.id) });
  return rundown;
}
