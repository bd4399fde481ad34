import { type Audience, ROLE, type RoleId } from '#machines/contract/entities.ts';
import type { Random } from '../random.ts';
import { type SeededUser, signToken } from '../seed.ts';
import { Listener } from './listener.ts';
import { answerText } from './texts.ts';
import { type Actor, anyUrl, livingQuestions, type Question, type Scenario } from './scenario.ts';

const THINK_MS = { least: 50, most: 2_500 };

/** A player: answers, repeats the answer, tries another one, and listens. */
export class Player implements Actor {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly listener: Listener;
  roleId: RoleId;
  isGone = false;
  readonly #scenario: Scenario;
  readonly #random: Random;
  /** The account's `token_version`. */
  #version = 0;
  #token: string;
  /** The sent texts, by game session. */
  readonly #sent = new Map<string, string>();

  constructor(
    scenario: Scenario,
    { id, name, email, token }: SeededUser,
    roleId: RoleId,
    random: Random,
  ) {
    this.id = id;
    this.name = name;
    this.email = email;
    this.roleId = roleId;
    this.#scenario = scenario;
    this.#token = token;
    this.#random = random;
    const { urls } = scenario;
    const home = random.below(urls.length);
    this.listener = new Listener({
      urls: [...urls.slice(home), ...urls.slice(0, home)],
      token: () => this.#token,
      random,
    });
  }

  get token(): string {
    return this.#token;
  }

  /** Called when an admin has changed the role and the player has signed in again. */
  become(roleId: RoleId, version: number): void {
    this.roleId = roleId;
    this.#version = version;
    const { id, name, email } = this;
    this.#token = signToken({ id, name, email, role_id: roleId, ver: this.#version });
  }

  leave(): void {
    this.isGone = true;
    this.listener.close();
  }

  rest(): number {
    return this.#random.between(THINK_MS.least, THINK_MS.most);
  }

  async act(): Promise<void> {
    const random = this.#random;
    const question = this.#chosen();
    if (question === null || this.isGone) return;
    const { gameSessionId } = question;
    const earlier = this.#sent.get(gameSessionId);
    const text = earlier === undefined || random.chance(0.3) ? answerText(random) : earlier;
    this.#sent.set(gameSessionId, earlier ?? text);
    const sends = [this.#send(gameSessionId, text)];
    // Send it twice, like two devices or a double tap.
    if (random.chance(0.1)) sends.push(this.#send(gameSessionId, text));
    if (random.chance(0.05)) sends.push(this.#send(gameSessionId, answerText(random)));
    await Promise.all(sends);
  }

  /** Chooses a question: mostly one that is open and not answered yet, sometimes any. */
  #chosen(): Question | null {
    const living = livingQuestions(this.#scenario);
    if (living.length === 0) return null;
    if (this.#random.chance(0.15)) return this.#random.pick(living);
    const open = living.filter(
      (question) => !this.#sent.has(question.gameSessionId) && this.#isOpen(question),
    );
    return open.length === 0 ? null : this.#random.pick(open);
  }

  /** Whether the question is open according to the events received. */
  #isOpen({ gameSessionId }: Question): boolean {
    const audience: Audience = this.roleId === ROLE.contestant ? 'studio' : 'home';
    const window = this.listener.questions.get(gameSessionId)?.windows[audience];
    if (window?.released !== true) return false;
    return window.closesAt === null || Date.now() < window.closesAt;
  }

  async #send(gameSessionId: string, text: string): Promise<void> {
    const { caller, ledger } = this.#scenario;
    const url = anyUrl(this.#scenario, this.#random);
    const body = { gameSessionId, answerText: text };
    const { listener } = this;
    const reply = await caller.call(url, 'submitAnswer', { token: this.#token, body });
    const answer = reply.body?.answer ?? null;
    ledger.attempts.push({
      playerId: this.id,
      gameSessionId,
      text,
      sentAt: reply.sentAt,
      endedAt: reply.endedAt,
      status: reply.status,
      code: reply.code,
      answeredAt: answer?.answeredAt ?? null,
      answerText: answer?.answer_text ?? null,
    });
    if (answer !== null)
      listener.points.set(gameSessionId, { points: answer.awardedPoints, by: 'reply' });
  }
}
