import { m } from 'messages';
import { listText } from 'messages/format';
import { useSelector } from '@xstate/react';
import type { Desk, DeskAct, DeskSuggestion } from '#machines/contract/desk.ts';
import {
  type GroupingDeskActor,
  selectChosenGroups,
  selectPending,
} from '#machines/results/grouping-desk.ts';
import { previewOf } from '#machines/results/rules/desk-decisions.ts';
import { actFor, suggestionsLeft } from '#machines/results/rules/desk-suggestions.ts';
import { Button } from '#src/components/button.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { Spoken } from '#src/components/spoken.tsx';
import styles from './grouping.module.css';
import { quoted, sizeOf } from './words.ts';

interface SuggestionsProps {
  readonly actor: GroupingDeskActor;
  readonly desk: Desk;
}

/** Shows one suggestion at a time, the one that affects the most points first. Y answers Yes, N answers No. */
export function Suggestions({ actor, desk }: SuggestionsProps) {
  const left = suggestionsLeft(desk, useSelector(actor, selectPending));
  const [next] = left;
  const change = next === undefined ? '' : changeText(desk, actFor(desk, next, true));
  const chosen = useSelector(actor, selectChosenGroups);
  const single =
    desk.state === 'counting' ? desk.groups.filter((group) => sizeOf(group) === 1).length : 0;
  const answer = (yes: boolean) => {
    const act = next === undefined ? null : actFor(desk, next, yes, chosen);
    if (act !== null && next !== undefined) actor.send({ type: 'act.ask', act, suggestion: next });
  };
  return (
    <section aria-label={m.groupingSuggestions()} className={styles['suggestions']}>
      <h2>
        {left.length === 0 ? m.groupingNoSuggestions() : m.countSuggestions({ count: left.length })}
      </h2>
      {next === undefined && single > 0 && (
        <p className={styles['why']}>{m.groupingLookThroughSingles({ count: single })}</p>
      )}
      <Spoken>
        {next !== undefined && (
          <>
            <p dir="auto" translate="no" className={styles['question']}>
              {questionOf(desk, next)}
            </p>
            <p className={styles['why']}>
              {next.keys.length === 1
                ? m.groupingNoOneGaveAnswer()
                : [WHY[next.source], ...(change === '' ? [] : [change])].join(' ')}
            </p>
          </>
        )}
      </Spoken>
      {next !== undefined && (
        <Cluster>
          <Button tone="primary" shortcut="Y" onClick={() => answer(true)}>
            {m.groupingYes()}
          </Button>
          <Button shortcut="N" onClick={() => answer(false)}>
            {m.groupingNo()}
          </Button>
        </Cluster>
      )}
    </section>
  );
}

const WHY = {
  spelling: m.groupingSimilarSpelling(),
  words: m.groupingTheyShareWords(),
  meaning: m.groupingTheyMayMeanSame(),
  model: m.groupingAiThinksTheyMatch(),
  appeal: m.groupingPlayerAsked(),
} as const;

function questionOf(desk: Desk, { keys, wanted }: DeskSuggestion): string {
  const about = new Set(keys);
  const named = desk.groups.flatMap((group) => {
    const text = group.texts.find(({ key }) => about.has(key));
    return text === undefined ? [] : [`${quoted(text.text)} (${sizeOf(group)})`];
  });
  return wanted === undefined
    ? m.groupingSameAnswer({ names: listText(named) })
    : m.groupingPlayerSaysShouldMatch({
        names: listText(named),
        names2: listText(wanted.map(quoted)),
      });
}

/** How many people get other points by an act; empty: only the server can compute that. */
function changeText(desk: Desk, act: DeskAct | null): string {
  const effect = act === null ? null : previewOf(desk, act);
  if (effect === null) return '';
  const { home, studio } = effect;
  const people = home.gaining + home.losing + studio.gaining + studio.losing;
  return people === 0
    ? m.groupingYesChangesNothing()
    : m.groupingYesChangesPoints({ count: people });
}
