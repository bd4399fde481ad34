import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NEW_RESULT } from '#machines/results/rules/result.ts';
import { Unshown } from '#src/screens/control/unshown.tsx';
import { item, rundown, showView } from '#tests/support/show-view.ts';

const published = item('1', { result: { ...NEW_RESULT, state: 'published' } });
const { direction } = showView();

it.each([
  ['warns while the stage shows none', [published], { scene: 'idle' }, true],
  ['is quiet while the stage shows them', [published], { scene: 'podium' }, false],
  ['is quiet behind a picture', [published], { scene: 'holding', behind: 'winner' }, false],
  ['is quiet without points', [item('1')], { scene: 'idle' }, false],
] as const)('before the end of a show, final standings: %s', (_, items, stage, warns) => {
  const shown = { rundown: rundown({ items: [...items] }), direction: { ...direction, ...stage } };
  render(<Unshown view={showView(shown)} />);
  expect(screen.queryByText(/^The final standings aren't on the stage/u) !== null).toBe(warns);
});
