import { ROLE } from '#machines/contract/entities.ts';
import { newId } from '#server/id.ts';
import { mailsTo } from '#server/mail/store.ts';
import { newEmail, PASSWORD, type Person } from '#tests/support/client.ts';
import { until } from '#tests/support/process.ts';
import { seedUsers } from '#tests/support/seed.ts';
import type { Fixture } from './fixture.ts';
import { openQuestion } from '#tests/support/questions.ts';

/** Plays a complete round as people do, to check that the product still works after an attack. */
export async function playRound({ client, place }: Fixture): Promise<readonly string[]> {
  try {
    const adminToken = await newAdmin(place);
    const person = await signUp(client, place);
    const { token } = person;
    const { id, gameSessionId } = await openQuestion(client.ok, adminToken);
    await client.ok('submitAnswer', {
      token,
      body: { gameSessionId, answerText: 'apple' },
    });
    await until('the answer has brought points', async () => {
      const points = await client.ok('pointsDaily', { token, params: { userId: person.id } });
      return points.total_points > 0;
    });
    await client.ok('revokeHome', { token: adminToken, params: { id } });
    return [];
  } catch (error) {
    return [`a round cannot be played afterwards: ${String(error)}`];
  }
}

/** Creates an admin with an unused rate limit. */
async function newAdmin(place: Fixture['place']): Promise<string> {
  const db = await place.open();
  try {
    const [admin] = await seedUsers(db, 1, ROLE.admin, `producer-${newId(Date.now())}-`);
    return admin?.token ?? '';
  } finally {
    await db.close();
  }
}

/** Registers a user with the mail from the store: a forged `X-Forwarded-For` has closed the mailbox of development. */
async function signUp(client: Fixture['client'], place: Fixture['place']): Promise<Person> {
  const email = newEmail();
  await client.ok('register', { body: { name: 'Round Player', email, password: PASSWORD } });
  const db = await place.open();
  try {
    const [mail] = await mailsTo(db.read, { recipient: email, limit: 1, now: Date.now() });
    const { searchParams } = new URL(/https?:\S+/u.exec(mail?.body ?? '')?.[0] ?? '');
    await client.ok('verifyEmail', { query: Object.fromEntries(searchParams) });
  } finally {
    await db.close();
  }
  return client.signIn(email);
}
