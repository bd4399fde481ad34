import { io, type Socket } from 'socket.io-client';
import { callPath, calls } from '#machines/contract/calls.ts';
import type { Brand } from '#machines/contract/brand.ts';
import type { ActiveQuestion, Audience } from '#machines/contract/entities.ts';
import { serverEvents } from '#machines/contract/events.ts';
import { seededRandom, simulatedAnswer, thinkingMs } from '#machines/show/rules/simulated.ts';

/** How long a phone waits for a reply, ms. */
const TIMEOUT_MS = 15_000;

/** What a simulated player connects with and how it behaves. */
export interface SimulatedPlayer {
  readonly url: string;
  readonly brand: Brand;
  readonly token: string;
  /** The player's name: a player of this name answers the same in every rehearsal. */
  readonly name: string;
  readonly audience: Audience;
  /** Whether the player answers this question. */
  readonly accepts: (question: ActiveQuestion) => boolean;
}

/**
 * Connects as a phone does, and answers every question that is released to the player after a thinking time. A refused
 * answer is not sent again, because the question has closed.
 * @returns a function that stops the player
 */
export function playAlone(player: SimulatedPlayer): () => void {
  const { url, brand, token, name, audience, accepts } = player;
  const ending = new AbortController();
  const seen = new Set<string>();
  const socket: Socket = io(url, {
    auth: { token },
    transports: ['websocket'],
    // Gives each player a connection of its own.
    forceNew: true,
  });

  const answer = async (gameSessionId: string, text: string): Promise<void> => {
    const { method, path } = calls.submitAnswer;
    const reply = await fetch(url + callPath(path, brand), {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ gameSessionId, answerText: text }),
      signal: AbortSignal.any([ending.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await reply.arrayBuffer();
  };
  const consider = (question: ActiveQuestion, serverTime: number): void => {
    const { game_session_id: id, question_text: text, windows } = question;
    const { released, closesAt } = windows[audience];
    if (!released || text === null || seen.has(id) || !accepts(question)) return;
    const waitMs = thinkingMs(closesAt === null ? null : closesAt - serverTime, Math.random);
    if (waitMs === null) return;
    seen.add(id);
    const thinking = setTimeout(() => {
      answer(id, simulatedAnswer(text, seededRandom(`${name}: ${text}`))).catch(() => {
        // The connection failed or the request timed out: answer when the question arrives again.
        seen.delete(id);
      });
    }, waitMs);
    ending.signal.addEventListener('abort', () => clearTimeout(thinking), { once: true });
  };
  socket.on('question-released', (payload: unknown) => {
    const { data } = serverEvents['question-released'].safeParse(payload);
    if (data?.question) consider(data.question, data.serverTime ?? Date.now());
  });
  socket.on('snapshot', (payload: unknown) => {
    const { data } = serverEvents.snapshot.safeParse(payload);
    for (const question of data?.questions ?? [])
      consider(question, data?.serverTime ?? Date.now());
  });
  return () => {
    ending.abort();
    socket.disconnect();
  };
}
