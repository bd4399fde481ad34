import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CONFIRMATION_MS } from '#machines/show/confirmation.ts';
import { useLiveKeys } from '#src/bindings/live-keys.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createRoot } from '#tests/support/root.tsx';

const WORDS = 'Press again to end the show';

interface FixtureProps {
  readonly onAct: () => void;
  readonly onFirst: (words: string) => void;
}
function Fixture({ onAct, onFirst }: FixtureProps) {
  const confirming = useLiveKeys({ onFirst });
  return (
    <main>
      <button
        type="button"
        aria-keyshortcuts="X"
        data-hold=""
        data-twice={WORDS}
        onClick={({ detail }) => {
          if (detail < 2) onAct();
        }}
      >
        {confirming ?? 'End'}
      </button>
    </main>
  );
}

type FakeClock = ReturnType<typeof createFakeClock>;
const timersOf = (clock: FakeClock) => ({
  setTimeout: (then: () => void, ms: number) => clock.setTimeout(then, ms),
  clearTimeout: (timer: number | undefined) => {
    if (timer !== undefined) clock.clearTimeout(timer);
  },
});

function open() {
  const clock = createFakeClock(0);
  const seen = { acts: 0, first: [] as string[] };
  const timers = timersOf(clock);
  render(
    createRoot({ effects: { timers } }).page(
      <Fixture onAct={() => (seen.acts += 1)} onFirst={(words) => seen.first.push(words)} />,
    ),
  );
  const button = screen.getByRole('button', { name: 'End' });
  const key = { key: 'x', code: 'KeyX' };
  const space = { key: ' ', code: 'Space' };
  const ways = {
    mouse: {
      down: () => fireEvent.pointerDown(button, { button: 0 }),
      up: () => {
        fireEvent.pointerUp(button);
        fireEvent.click(button, { detail: 1 });
      },
    },
    finger: {
      down: () => fireEvent.pointerDown(button, { button: 0, pointerType: 'touch' }),
      up: () => {
        fireEvent.pointerUp(button, { pointerType: 'touch' });
        fireEvent.click(button, { detail: 1 });
      },
    },
    key: {
      down: () => fireEvent.keyDown(document.body, key),
      up: () => fireEvent.keyUp(document.body, key),
    },
    'Space on the button': {
      down: () => fireEvent.keyDown(button, space),
      up: () => {
        fireEvent.keyUp(button, space);
        fireEvent.click(button, { detail: 0 });
      },
    },
  };
  return { seen, ways, button, pass: (ms: number) => act(async () => clock.advance(ms)) };
}

const WAYS = ['mouse', 'finger', 'key', 'Space on the button'] as const;

it.each(WAYS)(
  'an act that needs confirmation is done once by %s when held for a second [R2.control-hold]',
  async (way) => {
    const { seen, ways, button, pass } = open();
    ways[way].down();
    await pass(999);
    expect([seen.acts, button.dataset['held']]).toEqual([0, '']);
    await pass(1);
    ways[way].up();
    await pass(5_000);
    expect([seen.acts, seen.first, button.dataset['held']]).toEqual([1, [], undefined]);
  },
);

it.each(WAYS)(
  'an act is confirmed by a second press by %s, which its label asks for [R2.control-hold]',
  async (way) => {
    const { seen, ways, button, pass } = open();
    ways[way].down();
    await pass(900);
    ways[way].up();
    await pass(CONFIRMATION_MS - 1);
    expect([seen, button.textContent]).toEqual([{ acts: 0, first: [WORDS] }, WORDS]);
    ways[way].down();
    ways[way].up();
    await pass(0);
    expect([seen, button.textContent]).toEqual([{ acts: 1, first: [WORDS] }, 'End']);
  },
);

it.each(WAYS)(
  'asks again when the second press by %s is late, and its label is back [R2.control-hold]',
  async (way) => {
    const { seen, ways, button, pass } = open();
    ways[way].down();
    ways[way].up();
    await pass(CONFIRMATION_MS);
    expect(button.textContent).toBe('End');
    ways[way].down();
    ways[way].up();
    expect(seen).toEqual({ acts: 0, first: [WORDS, WORDS] });
  },
);

it('a double click, a cancelled press and a repeating key have no effect [R2.control-hold]', async () => {
  const { seen, ways, button, pass } = open();
  ways.mouse.down();
  fireEvent.pointerCancel(button);
  await pass(5_000);
  ways.mouse.down();
  ways.mouse.up();
  fireEvent.click(button, { detail: 2 });
  fireEvent.keyDown(button, { key: 'Enter', code: 'Enter', repeat: true });
  expect(seen.acts).toBe(0);
});

interface RoomProps {
  readonly onMain: () => void;
  readonly onRow: () => void;
  readonly onIdle?: (key: string) => void;
}
function Room({ onMain, onRow, onIdle }: RoomProps) {
  useLiveKeys({ ...(onIdle && { onIdle }) });
  return (
    <main>
      <div data-space="">
        <button type="button" aria-keyshortcuts="Space" onClick={onMain}>
          Release
        </button>
      </div>
      <button type="button" onClick={onRow}>
        1:00
      </button>
      <button type="button" aria-keyshortcuts="E" onClick={onRow}>
        End
      </button>
      <button type="button" aria-keyshortcuts="?" onClick={onRow}>
        Help
      </button>
    </main>
  );
}

it('Space is the main button again after a click on another one, and presses a button focused by key [R2.control-main]', async () => {
  const user = userEvent.setup();
  const done: string[] = [];
  render(
    createRoot().page(<Room onMain={() => done.push('main')} onRow={() => done.push('row')} />),
  );
  await user.click(screen.getByRole('button', { name: '1:00' }));
  await user.keyboard(' ');
  expect(done).toEqual(['row', 'main']);
  screen.getByRole('button', { name: '1:00' }).focus();
  await user.keyboard(' ');
  expect(done).toEqual(['row', 'main', 'row']);
});

/** Events of browsers for one key of a layout, and its shortcut. */
const LAYOUTS = [
  ['US', { key: 'e', code: 'KeyE' }, 'row'],
  ['a French keyboard: not the letter of its place', { key: 'a', code: 'KeyQ' }, 'A'],
  ['Dvorak: the printed letter', { key: 'e', code: 'KeyD' }, 'row'],
  ['Dvorak: a full stop at the place of E', { key: '.', code: 'KeyE' }, '.'],
  ['Russian', { key: 'у', code: 'KeyE' }, 'row'],
  ['Greek', { key: 'ε', code: 'KeyE' }, 'row'],
  ['Hebrew', { key: 'ק', code: 'KeyE' }, 'row'],
  ['Arabic', { key: 'ث', code: 'KeyE' }, 'row'],
  ['Korean', { key: 'ㄷ', code: 'KeyE' }, 'row'],
  ['Thai', { key: 'ำ', code: 'KeyE' }, 'row'],
  ['an input method that is on', { key: 'Process', code: 'KeyE' }, 'row'],
  ['Arabic, the question mark', { key: '؟', code: 'Slash', shiftKey: true }, 'row'],
  ['Space', { key: ' ', code: 'Space' }, 'main'],
  ['Space of a Japanese input method', { key: '\u3000', code: 'Space' }, 'main'],
  ['a clicker, on', { key: 'PageDown', code: 'PageDown' }, 'main'],
  ['a clicker, back', { key: 'PageUp', code: 'PageUp' }, 'PAGEUP'],
  ['a clicker, Enter', { key: 'Enter', code: 'Enter' }, 'main'],
] as const;

it.each(LAYOUTS)('%s is recognised [R2.control-main]', (_, key, expected) => {
  const done: string[] = [];
  render(
    createRoot().page(
      <Room
        onMain={() => done.push('main')}
        onRow={() => done.push('row')}
        onIdle={(idle) => done.push(idle)}
      />,
    ),
  );
  fireEvent.keyDown(document.body, key);
  fireEvent.keyUp(document.body, key);
  expect(done).toEqual([expected]);
});

interface EarlyProps {
  readonly act: string;
  readonly isReady: boolean;
  readonly isBusy?: boolean;
  readonly onAct: (act: string) => void;
}
function Early({ act: next, isReady, isBusy = false, onAct }: EarlyProps) {
  useLiveKeys({ onIdle: (key, isUnderWay) => onAct(`${key} ${isUnderWay ? 'busy' : 'idle'}`) });
  return (
    <main>
      <div data-space="">
        <button
          type="button"
          aria-keyshortcuts="Space"
          aria-busy={isBusy}
          data-act={next}
          disabled={!isReady}
          onClick={() => onAct(next)}
        >
          Go
        </button>
      </div>
    </main>
  );
}

/** A page with the main button, whose props the test changes. */
function startEarly(first: Omit<EarlyProps, 'onAct'>) {
  const clock = createFakeClock(0);
  const { page } = createRoot({ effects: { timers: timersOf(clock) } });
  const done: string[] = [];
  const shown = (props: Omit<EarlyProps, 'onAct'>) =>
    page(<Early {...props} onAct={(each) => done.push(each)} />);
  const { rerender } = render(shown(first));
  return {
    done,
    show: (props: Omit<EarlyProps, 'onAct'>) => rerender(shown(props)),
    press: () => {
      fireEvent.keyDown(document.body, { key: ' ', code: 'Space' });
      fireEvent.keyUp(document.body, { key: ' ', code: 'Space' });
    },
    pass: (ms: number) => act(async () => clock.advance(ms)),
  };
}

describe('a press that comes too early [R2.control-early]', () => {
  it('counts once the button is enabled within a second', async () => {
    const { done, show, press, pass } = startEarly({ act: 'lock', isReady: false });
    press();
    await pass(900);
    expect(done).toEqual([]);
    show({ act: 'lock', isReady: true });
    await pass(100);
    await pass(2_000);
    expect(done).toEqual(['lock']);
  });

  it('is reported if the button stays disabled, or stands for another act by then', async () => {
    const { done, show, press, pass } = startEarly({ act: 'lock', isReady: false });
    press();
    await pass(1_000);
    expect(done).toEqual(['SPACE idle']);
    press();
    show({ act: 'reveal', isReady: true });
    await pass(1_000);
    expect(done).toEqual(['SPACE idle', 'SPACE idle']);
  });

  it('is no second press of a double press', async () => {
    const { done, show, press, pass } = startEarly({ act: 'arm', isReady: true });
    press();
    show({ act: 'arm', isReady: true, isBusy: true });
    press();
    expect(done).toEqual(['arm', 'SPACE busy']);
    await pass(500);
    press();
    show({ act: 'arm', isReady: true });
    await pass(100);
    expect(done).toEqual(['arm', 'SPACE busy', 'arm']);
  });
});
