import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { SegmentedControl, Tabs } from '#src/components/tabs.tsx';

const ITEMS = [
  { key: 'question', label: 'This Question', count: 4 },
  { key: 'today', label: "Today's Scores" },
  { key: 'all', label: 'All-Time Scores' },
] as const;

function Boards() {
  const [selected, setSelected] = useState<(typeof ITEMS)[number]['key']>('question');
  return (
    <Tabs label="Leaderboards" items={ITEMS} selected={selected} onSelect={setSelected}>
      <p>{`board ${selected}`}</p>
    </Tabs>
  );
}

/** [focused tab, selected tab, name and content of the panel] */
const seen = () => [
  document.activeElement?.textContent,
  screen.getByRole('tab', { selected: true }).textContent,
  screen.getByRole('tabpanel').textContent,
];

it.each([
  ['{ArrowRight}', "Today's Scores", 'board today'],
  ['{ArrowLeft}', 'All-Time Scores', 'board all'],
  ['{End}', 'All-Time Scores', 'board all'],
  ['{End}{ArrowRight}', 'This Question4', 'board question'],
  ['{End}{Home}', 'This Question4', 'board question'],
])('%s leads to %s', async (keys, tab, panel) => {
  const user = userEvent.setup();
  render(<Boards />);
  await user.tab();
  await user.keyboard(keys);
  expect(seen()).toEqual([tab, tab, panel]);
});

it('is one stop of the Tab key, and names its panel', async () => {
  const user = userEvent.setup();
  render(<Boards />);
  await user.click(screen.getByRole('tab', { name: "Today's Scores" }));
  const panel = screen.getByRole('tabpanel', { name: "Today's Scores" });
  expect(screen.getByRole('tab', { selected: true }).getAttribute('aria-controls')).toBe(panel.id);
  await user.tab();
  expect(document.activeElement).toBe(panel);
});

it('presses exactly one segment and reports the choice', async () => {
  const chosen: string[] = [];
  render(
    <SegmentedControl
      label="Show"
      options={[
        { value: 'all', label: 'All' },
        { value: 'active', label: 'Active', count: 2 },
      ]}
      value="all"
      onChange={(value) => chosen.push(value)}
    />,
  );
  expect(screen.getByRole('group', { name: 'Show' })).toBeDefined();
  expect(screen.getAllByRole('button', { pressed: true }).map((b) => b.textContent)).toEqual([
    'All',
  ]);
  await userEvent.click(screen.getByRole('button', { name: /Active/ }));
  expect(chosen).toEqual(['active']);
});
