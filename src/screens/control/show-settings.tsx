import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import type { Rundown, TeamsMode } from '#machines/contract/rundown.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { teamNamesProblem } from '#machines/show/calls.ts';
import {
  type ProducerActor,
  selectHasHouse,
  selectIsBusy,
  selectMessage,
  selectShows,
} from '#machines/show/producer.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { SelectField, TextArea, TextField } from '#src/components/field.tsx';
import { LanguageOptions } from '#src/components/language-field.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Switch } from '#src/components/switch.tsx';

interface ShowSettingsProps {
  readonly producer: ProducerActor;
  readonly rundown: Rundown;
  readonly onClose: () => void;
}

/** Dialog with the settings of a show. Each setting is stored separately. A show that has ended only has those of its boards. */
export function ShowSettings({ producer, rundown, onClose }: ShowSettingsProps) {
  const message = useSelector(producer, selectMessage);
  // A season belongs to several shows.
  const isAdmin = useSelector(producer, selectHasHouse);
  return (
    <Dialog open onClose={onClose} title={m.controlShowSettings()} error={message ?? undefined}>
      <Stack>
        {rundown.state !== 'ended' && (
          <>
            <Title producer={producer} rundown={rundown} />
            <HomeDelay producer={producer} rundown={rundown} />
            <HoldPoints producer={producer} rundown={rundown} />
            <Language producer={producer} rundown={rundown} />
            <EntryFee producer={producer} rundown={rundown} />
            {rundown.join !== undefined && <Teams producer={producer} rundown={rundown} />}
          </>
        )}
        <TieBreak producer={producer} rundown={rundown} />
        {isAdmin && <Season producer={producer} rundown={rundown} />}
      </Stack>
    </Dialog>
  );
}

interface SettingProps {
  readonly producer: ProducerActor;
  readonly rundown: Rundown;
}

function Title({ producer, rundown }: SettingProps) {
  const [title, setTitle] = useState(rundown.title);
  const wanted = title.trim();
  return (
    <Setting
      producer={producer}
      save={m.controlConfirmRename()}
      isReady={wanted !== '' && wanted !== rundown.title}
      onSave={() => producer.send({ type: 'producer.act', act: { type: 'rename', title: wanted } })}
    >
      <TextField
        label={m.commonTitle()}
        value={title}
        maxLength={LIMITS.titleLength}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
    </Setting>
  );
}

function HomeDelay({ producer, rundown }: SettingProps) {
  const [text, setText] = useState(String(rundown.homeDelaySeconds));
  const seconds = /^\d{1,2}$/u.test(text.trim()) ? Number(text) : Infinity;
  const isWrong = seconds > LIMITS.homeDelaySeconds;
  return (
    <Setting
      producer={producer}
      save={m.controlSetDelay()}
      isReady={!isWrong && seconds !== rundown.homeDelaySeconds}
      onSave={() => producer.send({ type: 'producer.act', act: { type: 'delay', seconds } })}
    >
      <TextField
        label={m.controlHomeDelayBehindStudio()}
        hint={m.controlMatchDelayYourStream()}
        inputMode="numeric"
        value={text}
        error={isWrong ? m.rundownBadDelay() : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Setting>
  );
}

function HoldPoints({ producer, rundown: { holdPoints } }: SettingProps) {
  const busy = useSelector(producer, selectIsBusy);
  return (
    <Switch
      label={m.controlHoldPointsPhonesShow()}
      checked={holdPoints}
      onChange={() => {
        if (!busy)
          producer.send({ type: 'producer.act', act: { type: 'holdPoints', on: !holdPoints } });
      }}
    />
  );
}

function Language({ producer, rundown }: SettingProps) {
  const busy = useSelector(producer, selectIsBusy);
  return (
    <SelectField
      label={m.controlShowLanguage()}
      value={rundown.language}
      disabled={busy}
      onChange={({ currentTarget: { value: language } }) =>
        producer.send({ type: 'producer.act', act: { type: 'language', language } })
      }
    >
      <LanguageOptions />
    </SelectField>
  );
}

function EntryFee({ producer, rundown: { entryFee = false } }: SettingProps) {
  const busy = useSelector(producer, selectIsBusy);
  return (
    <Switch
      label={m.controlEntryFeeHomeViewers()}
      checked={entryFee}
      onChange={() => {
        if (!busy)
          producer.send({ type: 'producer.act', act: { type: 'entryFee', on: !entryFee } });
      }}
    />
  );
}

function TieBreak({ producer, rundown: { tieBreak } }: SettingProps) {
  const busy = useSelector(producer, selectIsBusy);
  return (
    <Switch
      label={m.controlBreakTieFirstPlace()}
      checked={tieBreak === 'earlier'}
      onChange={() => {
        const by = tieBreak === 'earlier' ? 'shared' : 'earlier';
        if (!busy) producer.send({ type: 'producer.act', act: { type: 'tieBreak', by } });
      }}
    />
  );
}

const CHOICES: readonly (readonly [TeamsMode | 'off', string])[] = [
  ['off', m.controlNoTeams()],
  ['chosen', m.showHomeViewersChooseTeam()],
  ['dealt', m.controlHomeViewersSplitInto()],
];

const FIXED = {
  rehearsal: m.controlEndRehearsalChangeTeams(),
  live: m.controlYouCantChangeOnce(),
  ended: m.controlYouCantChangeOnce(),
} as const;

function Teams({ producer, rundown: { teams, state } }: SettingProps) {
  const stored = (teams?.list ?? []).map(({ name }) => name);
  const [mode, setMode] = useState<TeamsMode | 'off'>(teams?.mode ?? 'off');
  const [text, setText] = useState(stored.join('\n'));
  const fixed = state === 'draft' ? null : FIXED[state];
  const isFixed = fixed !== null;
  const names = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const wrong = mode === 'off' ? null : teamNamesProblem(names);
  const isNew = mode !== (teams?.mode ?? 'off') || names.join('\n') !== stored.join('\n');
  return (
    <Setting
      producer={producer}
      save={m.controlSetTeams()}
      isReady={!isFixed && wrong === null && isNew}
      onSave={() =>
        producer.send({
          type: 'producer.act',
          act: { type: 'teams', teams: mode === 'off' ? null : { mode, names } },
        })
      }
    >
      <SelectField
        label={m.controlTeams()}
        hint={fixed ?? m.controlTeamsScoreAverageMembers()}
        disabled={isFixed}
        value={mode}
        onChange={({ currentTarget: { value } }) => {
          const choice = CHOICES.find(([each]) => each === value);
          if (choice !== undefined) setMode(choice[0]);
        }}
      >
        {CHOICES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {mode !== 'off' && (
        <TextArea
          label={m.controlTeamNamesOnePer()}
          hint={m.controlPlayersWhoHaveAlready()}
          disabled={isFixed}
          value={text}
          error={text.trim() === '' ? undefined : (wrong ?? undefined)}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </Setting>
  );
}

/** Values of the list of seasons that are not ids. */
const NO_SEASON = '';
const NEW_SEASON = 'new';

/** The season of the show. Another name for a season is for all its shows. */
function Season({ producer, rundown: { id: showId, title, season } }: SettingProps) {
  const shows = useSelector(producer, selectShows);
  const [choice, setChoice] = useState(season?.id ?? NO_SEASON);
  const [text, setText] = useState(season?.name ?? '');
  const name = text.trim();
  const isStored = choice === NEW_SEASON && name === season?.name;
  const chosen = isStored ? season.id : choice;
  const seasons = new Map(
    [...shows.map((show) => show.season), season].flatMap((each) =>
      each === undefined ? [] : [[each.id, each.name]],
    ),
  );
  const others = shows.filter((show) => show.id !== showId && show.season?.id === chosen);
  const isNew =
    chosen === NO_SEASON
      ? season !== undefined
      : name !== '' && (chosen !== season?.id || name !== season.name);
  return (
    <Setting
      producer={producer}
      save={m.controlSetSeason()}
      isReady={isNew}
      onSave={() =>
        producer.send({
          type: 'producer.act',
          act: {
            type: 'season',
            season:
              chosen === NO_SEASON ? null : { ...(chosen !== NEW_SEASON && { id: chosen }), name },
          },
        })
      }
    >
      <SelectField
        label={m.commonSeason()}
        hint={
          chosen === NO_SEASON || chosen === NEW_SEASON
            ? m.controlShowsSeasonShareOne()
            : m.controlSeasonShows({
                titles: [title, ...others.map((show) => show.title)].join(', '),
              })
        }
        value={chosen}
        onChange={({ currentTarget: { value } }) => {
          setChoice(value);
          setText(seasons.get(value) ?? '');
        }}
      >
        <option value={NO_SEASON}>{m.controlNoSeason()}</option>
        {[...seasons].map(([id, label]) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
        <option value={NEW_SEASON}>{m.controlNewSeason()}</option>
      </SelectField>
      {chosen !== NO_SEASON && (
        <TextField
          label={m.controlNameSeason()}
          hint={chosen === NEW_SEASON ? undefined : m.controlNewNameAllShows()}
          value={text}
          maxLength={LIMITS.titleLength}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </Setting>
  );
}

interface FormProps {
  readonly producer: ProducerActor;
  readonly save: string;
  readonly isReady: boolean;
  readonly onSave: () => void;
  readonly children: ReactNode;
}

function Setting({ producer, save, isReady, onSave, children }: FormProps) {
  const busy = useSelector(producer, selectIsBusy);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !busy) onSave();
      }}
    >
      <Stack>
        {children}
        <Button type="submit" busy={busy} disabled={!isReady}>
          {save}
        </Button>
      </Stack>
    </form>
  );
}
