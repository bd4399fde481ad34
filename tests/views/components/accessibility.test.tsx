import { render } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import { AppShell, Footer, Header, Sidebar } from '#src/components/app-shell.tsx';
import { AudienceBadge, Crown, StateBadge } from '#src/components/badge.tsx';
import { Bar } from '#src/components/bar.tsx';
import { Button } from '#src/components/button.tsx';
import { Card, RankCard, StatCard } from '#src/components/card.tsx';
import { DataTable } from '#src/components/data-table.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { Disclosure } from '#src/components/disclosure.tsx';
import { DateTimeField, SelectField, TextField } from '#src/components/field.tsx';
import { Form } from '#src/components/form.tsx';
import { Page } from '#src/components/layout.tsx';
import { Banner, LiveRegion } from '#src/components/live-region.tsx';
import { EmptyState, ErrorNote, Skeleton } from '#src/components/states.tsx';
import { Checkbox, Switch } from '#src/components/switch.tsx';
import { SegmentedControl, Tabs } from '#src/components/tabs.tsx';
import { Timer } from '#src/components/timer.tsx';

const screenOf = (dialog: boolean) => (
  <AppShell
    header={
      <Header
        brand={<a href="/">Gameshow</a>}
        nav={
          <a href="/" aria-current="page">
            Home
          </a>
        }
        account={<Button>Logout</Button>}
      />
    }
    sidebar={
      <Sidebar label="Admin" at="/admin">
        <a href="/que-cards">Que Cards</a>
      </Sidebar>
    }
    footer={
      <Footer>
        <a href="/contact">Contact</a>
      </Footer>
    }
    announcements={
      <>
        <Banner message={null} />
        <LiveRegion />
      </>
    }
  >
    <Page title="Active questions" lead="One at a time.">
      <RankCard label="Your rank today" value="3rd" next="Show all-time" onToggle={() => {}} />
      <StatCard label="Total Points" value="12" detail="Updated today" />
      <SegmentedControl
        label="Show"
        options={[{ value: 'all', label: 'All' }]}
        value="all"
        onChange={() => {}}
      />
      <Card
        as="article"
        label="Name a breed of dog"
        title="Name a breed of dog"
        aside={<Timer text="1:42" />}
        badges={
          <>
            <StateBadge state="open" />
            <AudienceBadge audience="home" />
          </>
        }
      >
        <Bar label="Poodle" value={3} max={4} />
      </Card>
      <Form onSubmit={() => {}} label="Search" error="Login failed.">
        <TextField label="Email" error="Please enter a valid email address" />
        <DateTimeField label="Start" />
        <SelectField label="Role">
          <option>Home</option>
        </SelectField>
        <Switch label="Shortcuts" />
        <Checkbox label="Recommend" />
      </Form>
      <Disclosure summary="Leaderboard" defaultOpen>
        <Tabs
          label="Leaderboards"
          items={[
            { key: 'a', label: 'This Question' },
            { key: 'b', label: "Today's Scores" },
          ]}
          selected="a"
          onSelect={() => {}}
        >
          <DataTable
            caption="Scores"
            rows={['Ann']}
            rowKey={(row) => row}
            columns={[
              { key: 'rank', header: 'Rank', cell: () => <Crown /> },
              { key: 'name', header: 'Player', rowHeader: true, cell: (row) => row },
            ]}
          />
        </Tabs>
      </Disclosure>
      <EmptyState title="No questions available" hint="The next question will pop up here." />
      <ErrorNote message="Network error. Please try again." onRetry={() => {}} />
      <Skeleton label="Loading" shapes={['card']} />
    </Page>
    <Dialog open={dialog} onClose={() => {}} title="Answer" footer={<Button>Cancel</Button>}>
      <TextField label="Your answer" />
    </Dialog>
  </AppShell>
);

// Colours and sizes need a layout and are tested in a real browser.
const findings = async () =>
  (
    await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    })
  ).violations.map((finding) => [finding.id, finding.nodes.map((node) => node.html)]);

it.each([false, true])(
  'has no axe finding on a screen with everything (dialog: %s)',
  async (open) => {
    render(screenOf(open));
    expect(await findings()).toEqual([]);
  },
);

it('has findings on a broken page: axe works', async () => {
  render(<input />);
  expect((await findings()).map(([id]) => id)).toContain('label');
});
