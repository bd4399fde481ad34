import { m } from 'messages';
import { useState } from 'react';
import type { RundownItem } from '#machines/contract/rundown.ts';
import { LIMITS } from '#machines/contract/limits.ts';
import type { ProducerActor } from '#machines/show/producer.ts';
import { shortClockText } from '#machines/connection/rules/clock.ts';
import { presetsWarning } from '#machines/show/rules/item.ts';
import { secondsOf } from '#machines/show/rules/question-table.ts';
import { Button } from '#src/components/button.tsx';
import { Dialog } from '#src/components/dialog.tsx';
import { SelectField, TextField } from '#src/components/field.tsx';
import { FieldRow } from '#src/components/form.tsx';
import { Stack } from '#src/components/layout.tsx';
import { Note } from '#src/components/note.tsx';
import { ItemMedia, mediaChange, useEditedMedia } from './item-media.tsx';
import { ORDER_WORDS } from './words.ts';

const NO_TIME = m.controlTimerHint();

interface EditItemProps {
  readonly producer: ProducerActor;
  readonly item: RundownItem;
  readonly onClose: () => void;
}

const shown = (seconds: number | null): string => (seconds === null ? '' : shortClockText(seconds));

/** Edits the text, the picture or sound, and the presets of an item; what players see changes in place. */
export function EditItem({ producer, item, onClose }: EditItemProps) {
  const [studio, setStudio] = useState(shown(item.studioSeconds));
  const [home, setHome] = useState(shown(item.homeSeconds));
  const [order, setOrder] = useState(item.order);
  const [note, setNote] = useState(item.note);
  const [text, setText] = useState(item.text);
  const timers = { studio: secondsOf(studio), home: secondsOf(home) };
  const edited = useEditedMedia(item.media);
  const isWrong =
    timers.studio === null || timers.home === null || text.trim() === '' || edited.isWrong;
  const isAlone = (timers.studio === undefined) !== (timers.home === undefined);
  /** The same timer for both audiences. */
  const shared = order === 'both' && isAlone ? (timers.studio ?? timers.home ?? null) : null;
  const warning = isWrong
    ? null
    : presetsWarning({
        studioSeconds: timers.studio ?? null,
        homeSeconds: timers.home ?? null,
        order,
      });
  return (
    <Dialog open onClose={onClose} title={m.controlEditItem()}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isWrong) return;
          const media = mediaChange(edited, item.media);
          const presets = {
            studioSeconds: timers.studio ?? null,
            homeSeconds: timers.home ?? null,
            order,
            note,
          };
          producer.send({
            type: 'producer.act',
            act: {
              type: 'edit',
              itemId: item.id,
              presets,
              ...(text.trim() !== item.text && { text: text.trim() }),
              ...(media !== undefined && { media }),
            },
          });
          onClose();
        }}
      >
        <Stack>
          <TextField
            label={m.commonQuestion()}
            dir="auto"
            value={text}
            maxLength={LIMITS.questionLength}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <ItemMedia edited={edited} />
          <FieldRow>
            <TextField
              label={m.controlTimerStudio()}
              value={studio}
              error={timers.studio === null ? NO_TIME : undefined}
              onChange={(event) => setStudio(event.currentTarget.value)}
            />
            <TextField
              label={m.controlTimerHome()}
              value={home}
              error={timers.home === null ? NO_TIME : undefined}
              onChange={(event) => setHome(event.currentTarget.value)}
            />
          </FieldRow>
          <SelectField
            label={m.controlRelease()}
            value={order}
            onChange={(event) => {
              const next = event.currentTarget.value;
              if (next === 'both' || next === 'studio' || next === 'home') setOrder(next);
            }}
          >
            {Object.entries(ORDER_WORDS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          {shared !== null && (
            <Note>{m.controlBothGetBecauseRunning({ shortClock: shortClockText(shared) })}</Note>
          )}
          {warning !== null && <Note tone="danger">{warning}</Note>}
          <TextField
            label={m.controlNoteHost()}
            value={note}
            maxLength={LIMITS.noteLength}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Button type="submit" tone="primary" wide disabled={isWrong}>
            {m.commonSave()}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
