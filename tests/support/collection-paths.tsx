import { act, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { type ActorRefFrom, type AnyEventObject, createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { refusal, success } from '#machines/contract/outcome.ts';
import { type collection, selectDialog, selectLoading } from '#machines/kit/collection.ts';
import { createFakeClock } from './fake-clock.ts';
import {
  fold,
  lacking,
  modelOf,
  pathsOf,
  sufficient,
  titled,
  toursOf,
  unexampled,
  unwalked,
} from './graph.ts';
import { createRoot } from './root.tsx';
import { complaint, manualPort } from './screens.tsx';

type Machine<Q, I, L, V> = ReturnType<typeof collection<Q, I, L, V>>;

export interface CollectionSuite<Q, I, L, V> {
  readonly machine: Machine<Q, I, L, V>;
  readonly screen: (actor: ActorRefFrom<Machine<Q, I, L, V>>) => ReactNode;
  /** The request of a page without query parameters. */
  readonly query: Q;
  /** The requests of a search and of the next page; none: the list is filtered on the page. */
  readonly asked?: { readonly typed: Q; readonly text: string; readonly paged: Q };
  readonly searchLabel: string;
  readonly list: L;
  /** The headers of the rows as they are shown, in order. */
  readonly rows: readonly string[];
  /** The row that is edited and deleted, by the name of its buttons. */
  readonly item: I;
  readonly itemName: string;
  /** Values that pass the rules of the form, and values that break one. */
  readonly good: V;
  readonly bad: V;
  readonly fields: (values: V, isNew: boolean) => Readonly<Record<string, string>>;
  /** The headings of the dialogs, each with its submit button; none: not available here. */
  readonly faces: {
    readonly create?: readonly [string, string];
    readonly edit?: readonly [string, string];
    readonly remove?: readonly [string, string];
  };
}

const NO_FACE = ['', ''] as const;

interface Taken {
  readonly event: AnyEventObject;
}

const press = (name: string, place: HTMLElement = document.body) => {
  fireEvent.click(within(place).getAllByRole('button', { name })[0] ?? place);
};
const dialog = () => screen.getByRole('dialog');
/** The error inside the dialog; the list behind it may have its own. */
const complaintIn = () => {
  const { message, field } = complaint();
  const alarms = [...dialog().querySelectorAll('[role=alert]')].map(
    ({ textContent }) => textContent,
  );
  return { message: field === null ? alarms.join('') || null : message, field };
};
const statusText = (): string =>
  screen
    .queryAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ');

/**
 * Walks the chart of a managed list by the controls of its screen, and compares the two at every
 * step.
 */
export function describeCollection<Q, I, L, V>(
  name: string,
  suite: CollectionSuite<Q, I, L, V>,
): void {
  const { machine, query, asked, item, faces } = suite;
  const isReadOnly = faces.edit === undefined && faces.remove === undefined;
  const model = modelOf(machine, {
    input: { query },
    events: {
      'list.query':
        asked === undefined
          ? []
          : [asked.typed, asked.paged].map((wanted) => ({ type: 'list.query', query: wanted })),
      'list.reload': [{ type: 'list.reload' }],
      'item.create': faces.create === undefined ? [] : [{ type: 'item.create' }],
      'item.edit': faces.edit === undefined ? [] : [{ type: 'item.edit', item }],
      'item.delete': faces.remove === undefined ? [] : [{ type: 'item.delete', item }],
      'dialog.submit': [suite.good, suite.bad].map((values) => ({ type: 'dialog.submit', values })),
      'dialog.confirm': [{ type: 'dialog.confirm' }],
      'dialog.cancel': [{ type: 'dialog.cancel' }],
    },
    done: {
      load: [success(suite.list), refusal('No list today.')],
      save: [success('Saved.'), refusal('Not saved.')],
      remove: [success('Gone.'), refusal('Not gone.')],
    },
    may: (snapshot, event) => {
      const { context } = snapshot;
      // The page under a dialog cannot be pressed.
      if (event.type.startsWith('list.') && selectDialog(snapshot) !== null) return false;
      // Controls of rows and pages exist only with a list; a pending request has no button.
      if (event['item'] !== undefined) return context.list !== null;
      if (event.type === 'list.reload') return !selectLoading(snapshot);
      if (event.type !== 'list.query' || event['query'] !== asked?.paged) return true;
      return context.list !== null && context.query === query;
    },
    at: ({ context }) => [context.list === null, context.query, context.item === null],
  });
  const paths = toursOf(model, sufficient(model, pathsOf(model)));

  function start() {
    const clock = createFakeClock(0);
    const load = manualPort<{ readonly query: Q }, L>();
    const save = manualPort<{ readonly item: I | null; readonly values: V }, string>();
    const remove = manualPort<{ readonly item: I | null }, string>();
    const actor = createActor(
      machine.provide({
        actors: { load: load.logic, save: save.logic, remove: remove.logic },
      }),
      { clock, input: { query } },
    ).start();
    render(createRoot().page(<main>{suite.screen(actor)}</main>));

    // Compare with this path's own state, since states with the same name may differ in details.
    const passed: AnyEventObject[] = [];
    const context = () => fold(machine, { query }, passed).context;
    const presses: Readonly<Record<string, (taken: Taken) => void | Promise<void>>> = {
      'list.query': ({ event }: Taken) => {
        if (event['query'] === asked?.paged) press('Next');
        else
          fireEvent.change(screen.getByLabelText(suite.searchLabel), {
            target: { value: asked?.text },
          });
      },
      'list.reload': () => press('Refresh'),
      'item.create': () => press(faces.create?.[0] ?? ''),
      'item.edit': () => press(`Edit ${suite.itemName}`),
      'item.delete': () => press(`Delete ${suite.itemName}`),
      'dialog.submit': ({ event }: Taken) => {
        const form = within(dialog());
        for (const [label, value] of Object.entries(
          suite.fields(event['values'], context().item === null),
        ))
          fireEvent.change(form.getByLabelText(label), { target: { value } });
        fireEvent.submit(form.getByRole('form'));
      },
      'dialog.confirm': () => press(faces.remove?.[1] ?? '', dialog()),
      'dialog.cancel': () => press('Cancel', dialog()),
      [`xstate.after.untilRest.${machine.id}.list.resting`]: () =>
        act(async () => clock.advance(60_000)),
      'xstate.done.actor.load': ({ event }: Taken) => load.answer(event['output']),
      'xstate.error.actor.load': load.fail,
      'xstate.done.actor.save': ({ event }: Taken) => save.answer(event['output']),
      'xstate.error.actor.save': save.fail,
      'xstate.done.actor.remove': ({ event }: Taken) => remove.answer(event['output']),
      'xstate.error.actor.remove': remove.fail,
    };
    const events = Object.fromEntries(
      Object.entries(presses).map(([type, run]) => [
        type,
        async (taken: Taken) => {
          await run(taken);
          passed.push(taken.event);
        },
      ]),
    );
    const expectList = (isWaiting: boolean) => () => {
      const { list, message } = context();
      const page = document.body.textContent;
      expect({
        rows: screen.queryAllByRole('rowheader', { hidden: true }).map((row) => row.textContent),
        isWaiting: screen
          .getByRole('button', { name: 'Refresh', hidden: true })
          .matches('[aria-busy="true"]'),
        isSaid: message !== null && page.includes(message),
        mayRetry: page.includes('Try Again'),
      }).toEqual({
        rows: list === null ? [] : suite.rows,
        isWaiting,
        isSaid: message !== null,
        mayRetry: message !== null,
      });
    };
    const expectDialog = (isBusy: boolean, face?: readonly [string, string]) => () => {
      const { item: about, refusal: refused } = context();
      const [title, button] = face ?? (about === null ? faces.create : faces.edit) ?? NO_FACE;
      const box = within(dialog());
      const { message, field } = complaintIn();
      expect({
        title: box.getByRole('heading', { level: 2 }).textContent,
        isBusy: box.getByRole('button', { name: button }).matches('[aria-busy="true"]'),
        message,
        field,
      }).toEqual({
        title,
        isBusy,
        message: refused?.message ?? null,
        field: Object.keys(refused?.errors ?? {})[0] ?? null,
      });
    };
    const states = {
      'list.resting': expectList(true),
      'list.loading': expectList(true),
      'list.ready': expectList(false),
      'list.failed': expectList(false),
      'dialog.closed': () => {
        expect(screen.queryByRole('dialog')).toBeNull();
        expect(statusText()).toContain(context().notice ?? '');
      },
      'dialog.form.editing': expectDialog(false),
      'dialog.form.saving': expectDialog(true),
      'dialog.confirm.asking': expectDialog(false, faces.remove),
      'dialog.confirm.removing': expectDialog(true, faces.remove),
    };
    return { events, states };
  }

  describe(`every way through ${name}, by its controls`, () => {
    it.each(titled(paths))('%s', async (_, path) => {
      expect((await path.test(start())).state.error).toBeNull();
    });
    it('has an example and an executor of every event, and facts for every state', () => {
      expect(unexampled(model)).toEqual([
        ...(asked === undefined ? ['list.query'] : []),
        ...(faces.create === undefined ? ['item.create'] : []),
        ...(faces.edit === undefined ? ['item.edit'] : []),
        ...(faces.remove === undefined ? ['item.delete'] : []),
      ]);
      expect(lacking(paths, start())).toEqual([]);
    });
    it('walks every transition that the screen can take', () => {
      const missing = unwalked(model, paths).filter(
        (transition) =>
          (asked !== undefined || !/list\.query|untilRest/.test(transition)) &&
          (faces.create !== undefined || !transition.includes('item.create')) &&
          (!isReadOnly || !/item\.|\.dialog\b/.test(transition)),
      );
      expect(missing).toEqual([]);
    });
  });
}
