import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AnswerStateNote } from '#src/components/answer-state-note.tsx';
import { ConnectionStrip } from '#src/components/connection-strip.tsx';
import { Banner, LiveRegion } from '#src/components/live-region.tsx';
import { Skeleton } from '#src/components/states.tsx';
import { Timer } from '#src/components/timer.tsx';

it('has both regions, empty, before there is an announcement, and keeps them', () => {
  const { rerender } = render(<LiveRegion />);
  const [polite, assertive] = [screen.getByRole('status'), screen.getByRole('alert')];
  expect([polite.textContent, assertive.textContent]).toEqual(['', '']);
  rerender(<LiveRegion polite="10 seconds left" assertive="Time's up" />);
  expect([screen.getByRole('status'), screen.getByRole('alert')]).toEqual([polite, assertive]);
  expect([polite.textContent, assertive.textContent]).toEqual(['10 seconds left', "Time's up"]);
});

it('shows a banner in a region that already existed', () => {
  const { rerender } = render(<Banner message={null} />);
  const place = screen.getByRole('status');
  expect(place.childElementCount).toBe(0);
  rerender(<Banner message="A new question is open." />);
  expect([screen.getByRole('status'), place.textContent]).toEqual([
    place,
    'A new question is open.',
  ]);
});

it('announces nothing about a working connection, and the given text about any other state', () => {
  const { rerender } = render(<ConnectionStrip state="online">Connected</ConnectionStrip>);
  expect(screen.getByRole('status').textContent).toBe('');
  rerender(<ConnectionStrip state="reconnecting">Reconnecting...</ConnectionStrip>);
  expect(screen.getByRole('status').textContent).toBe('Reconnecting...');
});

it('does not announce the timer', () => {
  render(<Timer text="00:01:42" label="Time left" />);
  const timer = screen.getByRole('timer');
  expect([timer.getAttribute('aria-live'), timer.textContent]).toEqual([
    'off',
    'Time left 00:01:42',
  ]);
});

it.each([
  ['notAnswered', 'Not answered'],
  ['draft', 'Draft'],
  ['sending', 'Sending'],
  ['saved', 'Saved'],
  ['tooLate', 'Too late'],
  ['notForYou', 'Not your turn yet'],
] as const)('describes the answer state %s as %s', (state, word) => {
  render(<AnswerStateNote state={state}>at 20:14:07</AnswerStateNote>);
  expect(screen.getByRole('status').textContent).toBe(`${word} at 20:14:07`);
});

it('announces what is loading, and has a placeholder for each part', () => {
  render(<Skeleton label="Loading questions" shapes={['heading', 'card', 'card']} />);
  const place = screen.getByRole('status');
  expect([place.textContent, place.childElementCount]).toEqual(['Loading questions', 4]);
});
