import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { Unshown } from '#src/screens/control/unshown.tsx';
import { item, rundown, showView } from '#tests/support/show-view.ts';

const published = item('1', { result: { ...NEW_RESULT, state: 'published', publishedAt: 5 } });
const { direction } = showView();

it.each([
  ['warns if the stage has shown none', [published], { scene: 'idle' }, true],
  ['warns if a question was published since', [published], { scene: 'idle', finaleAt: 4 }, true],
  ['is quiet if the stage has shown them', [published], { scene: 'idle', finaleAt: 6 }, false],
  ['is quiet while the stage shows them', [published], { scene: 'podium' }, false],
  ['is quiet behind a picture', [published], { scene: 'holding', behind: 'winner' }, false],
  ['is quiet without points', [item('1')], { scene: 'idle' }, false],
] as const)('before the end of a show, final standings: %s', (_, items, stage, warns) => {
  const shown = { rundown: rundown({ items: [...items] }), direction: { ...direction, ...stage } };
  render(<Unshown view={showView(shown)} />);
  expect(screen.queryByText(/^The final standings haven't been on the stage/u) !== null).toBe(
    warns,
  );
});
