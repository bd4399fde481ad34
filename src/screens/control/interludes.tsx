import { m } from 'messages';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Direction, Interlude } from '#machines/contract/stage.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import { type ProducerActor, selectIsBusy } from '#machines/show/producer.ts';
import { useNow } from '#src/bindings/countdown.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { TextField } from '#src/components/field.tsx';
import { Cluster, Stack } from '#src/components/layout.tsx';
import { SHOW_KEYS } from '#src/words/show-keys.ts';
import styles from './control.module.css';

const INTERLUDE_BUTTONS: readonly (readonly [Interlude, string])[] = [
  ['board', m.controlScores()],
  ['season', m.commonSeason()],
  ['holding', m.controlHolding()],
  ['test', m.controlTest()],
  ['countdown', m.controlCountdown()],
];

interface InterludesProps {
  readonly producer: ProducerActor;
  readonly direction: Direction;
}

interface PicturesProps extends InterludesProps {
  readonly hasSeason: boolean;
}

/** Pictures for the stage at any time: a key puts one up, and the same key takes it away again. */
export function Interludes({ producer, direction, hasSeason }: PicturesProps) {
  const busy = useSelector(producer, selectIsBusy);
  const now = useNow();
  const [isAsking, setAsking] = useState(false);
  const { scene, behind, startsAt } = direction;
  const press = (interlude: Interlude) => {
    const isShown = behind !== undefined && scene === interlude;
    if (interlude === 'countdown' && !isShown && (startsAt === undefined || startsAt <= now()))
      setAsking(true);
    else
      producer.send({
        type: 'producer.act',
        act: { type: 'interlude', interlude: isShown ? null : interlude },
      });
  };
  return (
    <>
      <fieldset aria-label={m.controlPicturesStage()} className={styles['interludes']}>
        {INTERLUDE_BUTTONS.filter(([interlude]) => interlude !== 'season' || hasSeason).map(
          ([interlude, label]) => (
            <Button
              key={interlude}
              busy={busy}
              shortcut={SHOW_KEYS[interlude]}
              aria-pressed={behind !== undefined && scene === interlude}
              onClick={() => press(interlude)}
            >
              {label}
            </Button>
          ),
        )}
      </fieldset>
      {isAsking && (
        <PrepareInterludes
          producer={producer}
          direction={direction}
          isStarting
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** The next instant (epoch ms) with this time of day, 'hh:mm' on this device's clock; null: it is no time. */
function nextInstant(time: string, now: number): number | null {
  const [hours, minutes] = time.split(':').map(Number);
  if (hours === undefined || minutes === undefined) return null;
  const at = new Date(now);
  at.setHours(hours, minutes, 0, 0);
  if (at.getTime() <= now) at.setDate(at.getDate() + 1);
  return at.getTime();
}

/** The time of day of an instant (epoch ms), 'hh:mm' on this device's clock. */
function timeOfDay(instant: number): string {
  const at = new Date(instant);
  return [at.getHours(), at.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

const MINUTES = [5, 10, 15] as const;
const MINUTE_MS = 60_000;

interface PrepareProps extends InterludesProps {
  /** Whether the countdown is shown at once. Default: it is not. */
  readonly isStarting?: boolean;
  readonly onClose: () => void;
}

/** Asks for the text of the holding picture, and when the show starts. */
export function PrepareInterludes({
  producer,
  direction,
  isStarting = false,
  onClose,
}: PrepareProps) {
  const now = useNow();
  const [text, setText] = useState(direction.holdingText ?? '');
  const [time, setTime] = useState(
    direction.startsAt === undefined ? '' : timeOfDay(direction.startsAt),
  );
  const save = (startsAt: number | null) => {
    const holdingText = text.trim() === '' ? null : text.trim();
    producer.send({
      type: 'producer.act',
      act: isStarting
        ? { type: 'interlude', interlude: 'countdown', startsAt }
        : { type: 'interlude', holdingText, startsAt },
    });
    onClose();
  };
  const startsAt = time === '' ? null : nextInstant(time, now());
  return (
    <Dialog
      open
      onClose={onClose}
      title={isStarting ? m.controlWhenDoesShowStart() : m.controlHoldingPictureStart()}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isStarting || startsAt !== null) save(startsAt);
        }}
      >
        <Stack>
          {!isStarting && (
            <TextField
              label={m.controlTextHoldingPicture()}
              dir="auto"
              value={text}
              placeholder={m.showWellRightBack()}
              maxLength={LIMITS.titleLength}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          <TextField
            label={m.controlShowStarts()}
            type="time"
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
          <Cluster>
            {MINUTES.map((minutes) => (
              <Button
                key={minutes}

                onClick={() => save(now() + minutes * MINUTE_MS)}
              >
                {m.controlMinutes({ minutes })}
              </Button>
            ))}
          </Cluster>
          <Button
            type="submit"
            tone="primary"
            wide

            disabled={isStarting && startsAt === null}
          >
            {isStarting ? m.controlStartCountdown() : m.commonSave()}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
