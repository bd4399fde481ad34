import { useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { type ActorState, stateSchema } from '../protocol.ts';
import { Json, placeOf } from './json.tsx';
import styles from './inspector.module.css';
import { type Difference, differences, type SeenActor } from './seen.ts';
import { Button, Checkbox, CopyButton, Disclosure, Form, Row, Stack, TextArea } from '../ui/ui.tsx';

export interface ContextPanelProps {
  readonly actor: SeenActor;
  /** The actor's state now or at the chosen log entry. */
  readonly now: ActorState;
  /** The actor's context before that state. */
  readonly before: unknown;
  readonly onActor: (id: string) => void;
  /** Restores an edited snapshot; null if the actor cannot be restored. */
  readonly onRestore: ((snapshot: EditedSnapshot) => void) | null;
}

/** Maximum number of differences that are listed; further differences are only counted. */
const SHOWN_DIFFERENCES = 20;

/** Shows an actor's context with its last changes, its input and its output. */
export function ContextPanel({ actor, now, before, onActor, onRestore }: ContextPanelProps) {
  const [isRaw, setRaw] = useState(false);
  const changes = useMemo(() => differences(before, now.context), [before, now]);
  const changed = useMemo(
    () =>
      new Set(changes.flatMap(({ path }) => path.map((_, at) => placeOf(path.slice(0, at + 1))))),
    [changes],
  );
  const how = { isRaw, onActor };
  return (
    <Stack>
      {actor.chart !== null && (
        <Row>
          <CopyButton text={asJson(now.context)} what="context" />
          <CopyButton text={asJson(snapshotOf(now))} what="snapshot" />
        </Row>
      )}
      <Checkbox
        label="Instants as numbers"
        checked={isRaw}
        onChange={({ target }) => setRaw(target.checked)}
      />
      {changes.length > 0 && <Changes changes={changes} isRaw={isRaw} />}
      <Part title="Context" value={now.context} changed={changed} {...how} isOpen />
      <Part title="Input" value={actor.input} {...how} isOpen={actor.chart === null} />
      {now.output !== undefined && <Part title="Output" value={now.output} {...how} isOpen />}
      {now.error !== undefined && <Part title="Error" value={now.error} {...how} isOpen />}
      {onRestore !== null && (
        <Disclosure summary="Edit and restore">
          {() => <Restore now={now} onRestore={onRestore} />}
        </Disclosure>
      )}
      {actor.parent !== null && (
        <p>
          <a
            href={`?actor=${actor.parent}`}
            onClick={(event) => {
              event.preventDefault();
              if (actor.parent !== null) onActor(actor.parent);
            }}
          >
            To the actor that started it
          </a>
        </p>
      )}
    </Stack>
  );
}

const asJson = (value: unknown): string => JSON.stringify(value, null, 2);
/** The state in the form of an XState snapshot. */
const snapshotOf = ({ status, state, context, output, error }: ActorState) => ({
  status,
  value: state,
  context,
  output,
  error,
});

const editedSchema = z.object({ value: stateSchema, context: z.unknown() });
type EditedSnapshot = z.infer<typeof editedSchema>;

interface RestoreProps {
  readonly now: ActorState;
  readonly onRestore: (snapshot: EditedSnapshot) => void;
}
/** A form to edit a snapshot and restore it. */
function Restore({ now, onRestore }: RestoreProps) {
  const [text, setText] = useState(() => asJson({ value: now.state, context: now.context }));
  const [error, setError] = useState<string>();
  const submit = () => {
    const edited = editedSchema.safeParse(jsonIn(text));
    setError(edited.success ? undefined : 'Must be JSON: { "value": …, "context": { … } }.');
    if (edited.success) onRestore(edited.data);
  };
  return (
    <Form label="Restore a snapshot" onSubmit={submit}>
      <TextArea
        label="Snapshot, as JSON"
        hint="What is masked and stays as it is keeps its real value. Entry actions run again."
        rows={8}
        spellCheck={false}
        error={error}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Row>
        <Button type="submit">Restore</Button>
      </Row>
    </Form>
  );
}
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface ChangesProps {
  readonly changes: readonly Difference[];
  readonly isRaw: boolean;
}
function Changes({ changes, isRaw }: ChangesProps) {
  return (
    <section aria-label="What changed last" className={styles['changes']}>
      <h3>What changed last</h3>
      <dl>
        {changes.slice(0, SHOWN_DIFFERENCES).map(({ path, before, after }) => (
          <div key={placeOf(path)}>
            <dt>{placeOf(path)}</dt>
            <dd>
              <Json value={before} isRaw={isRaw} />
            </dd>
            <dd>
              <Json value={after} isRaw={isRaw} />
            </dd>
          </div>
        ))}
      </dl>
      {changes.length > SHOWN_DIFFERENCES && (
        <p>and {changes.length - SHOWN_DIFFERENCES} more, marked below</p>
      )}
    </section>
  );
}

interface PartProps {
  readonly title: string;
  readonly value: unknown;
  readonly changed?: ReadonlySet<string>;
  readonly isRaw: boolean;
  readonly onActor: (id: string) => void;
  readonly isOpen: boolean;
}
function Part({ title, value, isOpen, ...how }: PartProps) {
  if (value === undefined || value === null) return null;
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <Json value={value} {...how} />
    </details>
  );
}
