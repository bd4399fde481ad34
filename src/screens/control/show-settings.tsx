import { useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import type { Rundown } from '#machines/contract/entities.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { PRODUCER_MESSAGES } from '#machines/contract/producer-messages.ts';
import { type ControlActor, selectIsBusy, selectMessage } from '#machines/show/control.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { TextField } from '#src/components/field.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Switch } from '#src/components/switch.tsx';

interface ShowSettingsProps {
  readonly control: ControlActor;
  readonly rundown: Rundown;
  readonly onClose: () => void;
}

/** What holds for the whole show. Each setting is stored by itself. */
export function ShowSettings({ control, rundown, onClose }: ShowSettingsProps) {
  const message = useSelector(control, selectMessage);
  return (
    <Dialog open onClose={onClose} title="Show settings" error={message ?? undefined}>
      <Stack>
        <Title control={control} rundown={rundown} />
        <HomeDelay control={control} rundown={rundown} />
        <Suspense control={control} rundown={rundown} />
      </Stack>
    </Dialog>
  );
}

interface SettingProps {
  readonly control: ControlActor;
  readonly rundown: Rundown;
}

function Title({ control, rundown }: SettingProps) {
  const [title, setTitle] = useState(rundown.title);
  const wanted = title.trim();
  return (
    <Setting
      control={control}
      save="Rename"
      isReady={wanted !== '' && wanted !== rundown.title}
      onSave={() => control.send({ type: 'control.act', act: { type: 'rename', title: wanted } })}
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

function HomeDelay({ control, rundown }: SettingProps) {
  const [text, setText] = useState(String(rundown.homeDelaySeconds));
  const seconds = /^\d{1,2}$/u.test(text.trim()) ? Number(text) : Infinity;
  const isWrong = seconds > LIMITS.homeDelaySeconds;
  return (
    <Setting
      control={control}
      save="Set the delay"
      isReady={!isWrong && seconds !== rundown.homeDelaySeconds}
      onSave={() => control.send({ type: 'control.act', act: { type: 'delay', seconds } })}
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

function Suspense({ control, rundown: { suspense } }: SettingProps) {
  const busy = useSelector(control, selectIsBusy);
  return (
    <Switch
      label="Suspense: phones hold points and ranks until they are revealed on air"
      checked={suspense}
      onChange={() => {
        if (!busy) control.send({ type: 'control.act', act: { type: 'suspense', on: !suspense } });
      }}
    />
  );
}

interface FormProps {
  readonly control: ControlActor;
  readonly save: string;
  readonly isReady: boolean;
  readonly onSave: () => void;
  readonly children: ReactNode;
}

function Setting({ control, save, isReady, onSave, children }: FormProps) {
  const busy = useSelector(control, selectIsBusy);
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
