import { act, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { fromPromise } from 'xstate';
import type { Outcome } from '#machines/contract/outcome.ts';

/** A promise port to which the test replies. */
export interface ManualPort<TInput, TValue> {
  readonly logic: ReturnType<typeof fromPromise<Outcome<TValue>, TInput>>;
  /** The requests so far, in order. */
  readonly asked: TInput[];
  /** Replies to the last request, and lets the screen update. */
  readonly answer: (outcome: Outcome<TValue>) => Promise<void>;
  /** Rejects the last request with an unexpected error. */
  readonly fail: () => Promise<void>;
}

export function manualPort<TInput, TValue>(): ManualPort<TInput, TValue> {
  const asked: TInput[] = [];
  let pending: { resolve: (outcome: Outcome<TValue>) => void; reject: (error: Error) => void } = {
    resolve: () => {},
    reject: () => {},
  };
  return {
    asked,
    logic: fromPromise<Outcome<TValue>, TInput>(({ input }) => {
      asked.push(input);
      return new Promise((resolve, reject) => {
        pending = { resolve, reject };
      });
    }),
    answer: (outcome) => act(async () => pending.resolve(outcome)),
    fail: () => act(async () => pending.reject(new Error('unexpected'))),
  };
}

/**
 * Replaces the text of the fields with these labels at once: typing renders the page for each
 * letter.
 */
export async function fill(user: UserEvent, values: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(values)) {
    const field = screen.getByLabelText(label);
    await user.clear(field);
    if (text !== '') await user.paste(text);
  }
}

/** The assertive announcements, all such regions together. */
export const alertText = (): string =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join('');

/** The error that the screen shows, and its field; null: none. */
export function complaint(): { readonly message: string | null; readonly field: string | null } {
  const invalid = document.querySelector('[aria-invalid="true"]');
  if (invalid === null) return { message: alertText() || null, field: null };
  const words = document.getElementById(invalid.getAttribute('aria-describedby') ?? '');
  return { message: words?.textContent ?? null, field: invalid.getAttribute('name') };
}

/** The names of all invalid fields, in the order of the page. */
export const wrongFields = (): (string | null)[] =>
  [...document.querySelectorAll('[aria-invalid="true"]')].map((field) =>
    field.getAttribute('name'),
  );

/** The names of the links in the navigation `name`. */
export const linksIn = (name: string): string[] =>
  [...(screen.queryByRole('navigation', { name })?.querySelectorAll('a') ?? [])].map(
    ({ textContent }) => textContent,
  );

/** axe's findings on the page; colours and sizes need a layout and are tested in a real browser. */
export async function axeFindings(): Promise<unknown[]> {
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
  });
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
