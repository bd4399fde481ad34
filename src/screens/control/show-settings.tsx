import { useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import type { Rundown } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { type ProducerActor, selectIsBusy, selectMessage } from '#machines/show/producer.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { TextField } from '#src/components/field.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Switch } from '#src/components/switch.tsx';

interface ShowSettingsProps {
  readonly producer: ProducerActor;
  readonly rundown: Rundown;
  readonly onClose: () => void;
}

/** Dialog with the settings of a show. Each setting is stored separately. */
export function ShowSettings({ producer, rundown, onClose }: ShowSettingsProps) {
  const message = useSelector(producer, selectMessage);
  return (
    <Dialog open onClose={onClose} title="Show settings" error={message ?? undefined}>
      <Stack>
        <Title producer={producer} rundown={rundown} />
        <HomeDelay producer={producer} rundown={rundown} />
        <HoldPoints producer={producer} rundown={rundown} />
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
      save="Rename"
      isReady={wanted !== '' && wanted !== rundown.title}
      onSave={() => producer.send({ type: 'producer.act', act: { type: 'rename', title: wanted } })}
    >
      <TextField
        label="Title"
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
      save="Set the delay"
      isReady={!isWrong && seconds !== rundown.homeDelaySeconds}
      onSave={() => producer.send({ type: 'producer.act', act: { type: 'delay', seconds } })}
    >
      <TextField
        label="Home is behind the studio, in seconds"
        hint="As far as the stream lags behind: questions and ends reach home viewers so much later."
        inputMode="numeric"
        value={text}
        error={isWrong ? PRODUCER_MESSAGES.rundown.badDelay : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Setting>
  );
}

function HoldPoints({ producer, rundown: { holdPoints } }: SettingProps) {
  const busy = useSelector(producer, selectIsBusy);
  return (
    <Switch
      label="Hold points: phones show points and ranks only once they are revealed on air"
      checked={holdPoints}
      onChange={() => {
        if (!busy)
          producer.send({ type: 'producer.act', act: { type: 'holdPoints', on: !holdPoints } });
      }}
    />
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
