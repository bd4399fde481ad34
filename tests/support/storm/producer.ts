import type { CallName } from '#machines/contract/calls.ts';
import { AUDIENCES, type Audience } from '#machines/contract/entities.ts';
import type { Random } from '../random.ts';
import type { Reply, Sent } from './caller.ts';
import { type Actor, anyUrl, livingQuestions, type Question, type Scenario } from './scenario.ts';

const REST_MS = { least: 80, most: 500 };
const TIMER_S = { least: 1, most: 5 };
/** When a question that is released without a timer closes: soon, or long after the storm. */
const SOON_MS = { least: 1_500, most: 8_000 };
const LATER_MS = 3_600_000;
const MOST_QUESTIONS = 40;
const LEAST_QUESTIONS = 4;

type ChangeName = 'release' | 'releaseHome' | 'revoke' | 'revokeHome' | 'updateQuestion';

/** One of several producers who direct the show at the same time. */
export class Producer implements Actor {
  readonly #scenario: Scenario;
  readonly #token: string;
  readonly #random: Random;

  constructor(scenario: Scenario, token: string, random: Random) {
    this.#scenario = scenario;
    this.#token = token;
    this.#random = random;
  }

  rest(): number {
    return this.#random.between(REST_MS.least, REST_MS.most);
  }

  async act(): Promise<void> {
    const random = this.#random;
    const living = livingQuestions(this.#scenario);
    const place = random.next();
    if (living.length < LEAST_QUESTIONS || (place < 0.12 && living.length < MOST_QUESTIONS)) {
      await this.plan();
      return;
    }
    // Prefer the newest ones, since the others are answered.
    const recent = living.slice(-LEAST_QUESTIONS);
    const question = random.pick(random.chance(0.8) ? recent : living);
    const audience = random.pick(AUDIENCES);
    if (place < 0.55) await this.release(question, audience, random.chance(0.5));
    else if (place < 0.75) await this.#revoke(question, audience);
    else if (place < 0.93) await this.#edit(question);
    else if (place < 0.98) await this.release(question, audience, false);
    else await this.#delete(question);
  }

  /** A new question, not released yet. */
  async plan(): Promise<void> {
    const random = this.#random;
    const { questions } = this.#scenario;
    const text = `Name something people take to beach ${questions.length + 1}`;
    const leftMs = random.chance(0.5) ? LATER_MS : random.between(SOON_MS.least, SOON_MS.most);
    const body = {
      question: text,
      startTime: new Date().toISOString(),
      endTime: new Date(Date.now() + leftMs).toISOString(),
    };
    const reply = await this.#call('generate', { body });
    if (reply.body === null) return;
    const { id, game_session_id } = reply.body.question;
    questions.push({ id, gameSessionId: game_session_id, text, isGone: false });
  }

  async release(question: Question, audience: Audience, isTimed: boolean): Promise<void> {
    const name = audience === 'studio' ? 'release' : 'releaseHome';
    const timerSeconds = Math.round(this.#random.between(TIMER_S.least, TIMER_S.most));
    const body = isTimed ? { timerMinutes: 0, timerSeconds } : {};
    const reply = await this.#call(name, { params: { id: question.id }, body });
    this.#note(question, [audience], reply);
  }

  async #revoke(question: Question, audience: Audience): Promise<void> {
    const name = audience === 'studio' ? 'revoke' : 'revokeHome';
    this.#note(question, [audience], await this.#call(name, { params: { id: question.id } }));
  }

  async #edit(question: Question): Promise<void> {
    const body = {
      question_text: `${question.text}, edited`,
      shown_on_air: this.#random.chance(0.7),
      shown_to_home: this.#random.chance(0.7),
    };
    const reply = await this.#call('updateQuestion', { params: { id: question.id }, body });
    this.#note(question, AUDIENCES, reply);
  }

  async #delete(question: Question): Promise<void> {
    for (const audience of AUDIENCES) await this.#revoke(question, audience);
    question.isGone = true;
    const { status } = await this.#call('deleteQuestion', { params: { id: question.id } });
    // The other producer has deleted it, which their reply has recorded.
    if (status === 404) return;
    // The other producer released it in between.
    if (status === 409) {
      question.isGone = false;
      return;
    }
    const isDone = status === 200 ? true : null;
    this.#scenario.ledger.deletedSessions.push({ id: question.gameSessionId, isDone });
  }

  #call<N extends CallName>(name: N, sent: Omit<Sent<N>, 'token'>): Promise<Reply<N>> {
    const url = anyUrl(this.#scenario, this.#random);
    return this.#scenario.caller.call(url, name, { ...sent, token: this.#token });
  }

  #note(
    { gameSessionId }: Question,
    audiences: readonly Audience[],
    { status, body, sentAt, endedAt }: Reply<ChangeName>,
  ): void {
    // Deleted in the meantime.
    if (status === 404) return;
    for (const audience of audiences)
      this.#scenario.ledger.acts.push({
        gameSessionId,
        audience,
        window: body?.question?.windows[audience] ?? null,
        from: sentAt,
        to: endedAt,
      });
  }
}
