import type { z } from 'zod';

export type Role = 1 | 2 | 3;
export interface User {
  readonly id: number;
  name: string;
  email: string;
  password: string;
  role_id: Role;
  isVerified: boolean;
}
export interface Timer {
  readonly durationMinutes: number;
  readonly durationSeconds: number;
  readonly endTime: number;
}
export interface Question {
  readonly id: number;
  readonly text: string;
  readonly start: string;
  readonly end: string;
  /** By the role that answers; null: without a timer. */
  readonly released: Map<2 | 3, Timer | null>;
}
export interface Answer {
  readonly questionId: number;
  readonly user: User;
  readonly text: string;
}
export interface Asked {
  readonly user: User | null;
  readonly body: unknown;
  readonly query: URLSearchParams;
  /** The numbers in the path. */
  readonly ids: readonly number[];
}
export class Refusal extends Error {
  readonly status: number;
  readonly body: object;
  constructor(status: number, error: string, more: object = {}) {
    super(error);
    this.status = status;
    this.body = { error, ...more };
  }
}

export const PRODUCER = { email: 'producer@show.example', password: 'Producer-2026' } as const;

export const found = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Refusal(404, 'Not found.');
  return value;
};

/** What the backend holds, in memory; `emit` tells everybody. */
export function createStore(emit: (event: string, payload?: object) => void) {
  const users: User[] = [
    { id: 1, name: 'Pia Producer', ...PRODUCER, role_id: 1, isVerified: true },
  ];
  const questions: Question[] = [];
  const answers: Answer[] = [];
  const mails = new Map<string, string>();
  const tokens = new Map<string, User>();
  const breaches: string[] = [];
  const asked: string[] = [];
  let lastId = 1;
  const nextId = () => (lastId += 1);

  const userBy = (id: number | undefined) => found(users.find((each) => each.id === id));
  const questionBy = (id: number | undefined) => found(questions.find((each) => each.id === id));
  const questionOf = (session: number | undefined) => questionBy((session ?? 0) / 100);
  /** The body as the call takes it; another one is a breach. */
  const read = <T>(schema: z.ZodType<T>, { body }: Asked): T => {
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    breaches.push(`${asked.at(-1)} sent ${JSON.stringify(body)}`);
    throw new Refusal(400, 'Malformed.');
  };
  const mail = (user: User, path: string) => mails.set(user.email, path);
  const mailVerification = (user: User) =>
    mail(user, `/verify-email?email=${encodeURIComponent(user.email)}&hash=h${user.id}`);
  const register = (body: Omit<User, 'id'>): User => {
    if (users.some(({ email }) => email === body.email)) throw new Refusal(409, 'Taken.');
    const user = { id: nextId(), ...body };
    users.push(user);
    return user;
  };

  /** Groups are texts without case; ours and theirs. */
  const groupsOf = (questionId: number) => {
    const groups = new Map<string, Answer[]>();
    for (const answer of answers.filter((each) => each.questionId === questionId)) {
      const key = answer.text.toLowerCase();
      groups.set(key, [...(groups.get(key) ?? []), answer]);
    }
    return [...groups.values()].toSorted((a, b) => b.length - a.length);
  };
  const pointsOf = ({ questionId, user, text }: Answer): number => {
    const groups = groupsOf(questionId);
    const own = groups.find(([first]) => first?.text.toLowerCase() === text.toLowerCase()) ?? [];
    if (user.role_id === 2) return own.filter((each) => each.user.role_id === 2).length;
    return Math.max(0, 5 - groups.filter(({ length }) => length > own.length).length);
  };
  const pointsIn = (user: User) =>
    answers.filter((each) => each.user === user).reduce((sum, each) => sum + pointsOf(each), 0);
  return {
    users,
    questions,
    answers,
    mails,
    tokens,
    breaches,
    asked,
    emit,
    nextId,
    userBy,
    questionBy,
    questionOf,
    read,
    mail,
    mailVerification,
    register,
    groupsOf,
    pointsOf,
    pointsIn,
  };
}
export type Store = ReturnType<typeof createStore>;
