import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { LastPicture } from '#src/screens/stage-screen/last-picture.tsx';

beforeEach(() => {
  // React logs errors that it catches.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const shown = () => screen.getAllByRole('main').map(({ textContent }) => textContent);

function Drawn({ text }: { readonly text: string }) {
  if (text === 'broken') throw new Error('no picture');
  return <main>{text}</main>;
}

it('keeps the last good state until another one can be drawn [R2.show-fault-last-picture]', () => {
  const errors: unknown[] = [];
  const page = (place: string, text: string) => (
    <LastPicture resetKey={place} onError={(error) => errors.push(error)}>
      <Drawn text={text} />
    </LastPicture>
  );
  const { rerender } = render(page('1', 'first'));
  rerender(page('1', 'broken'));
  expect([shown(), errors]).toEqual([['first'], [new Error('no picture')]]);
  rerender(page('2', 'broken'));
  expect(shown()).toEqual(['first']);
  rerender(page('3', 'third'));
  expect([shown(), errors.length]).toEqual([['third'], 2]);
});
