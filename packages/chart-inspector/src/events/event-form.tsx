import { createContext, type ReactNode, use, useId, useState } from 'react';
import type { InspectedEvent } from '../protocol.ts';
import { instantOf } from '../page/json.tsx';
import { kindOfId, type KnownIds, NO_IDS } from './ids.ts';
import { sampleOf } from './samples.ts';
import {
  type Faults,
  faultsOf,
  isJsonList,
  isJsonObject,
  type Json,
  labelOf,
  optionOf,
  type Shape,
  within,
  wordOf,
} from './shape.ts';
import {
  Button,
  Checkbox,
  Form,
  Group,
  IconButton,
  InputField,
  Row,
  SelectField,
  Stack,
  TextArea,
} from '../ui/ui.tsx';

const NO_FAULTS: Faults = new Map();
const NO_OBJECT: Faults = new Map([['', 'Must be an object: { … }.']]);
/** For events of unknown type. */
const ANYTHING: Shape = { kind: 'json' };

export interface EventFormProps {
  readonly type: string;
  /** Shape of the event's fields other than `type`; undefined if unknown. */
  readonly shape?: Shape | undefined;
  /** Known ids, which id fields suggest; the first is filled in. */
  readonly ids?: KnownIds;
  readonly onSend: (event: InspectedEvent) => void;
}

/** A form for an event; sends the event if its fields are valid. */
export const EventForm = ({ ids = NO_IDS, shape = ANYTHING, ...rest }: EventFormProps) => (
  <Ids value={ids}>
    <Draft shape={shape} {...rest} />
  </Ids>
);

const Ids = createContext(NO_IDS);

/** Returns a function that creates the first value of a field: a known id for ids, '' for texts. */
function useBlank(): (shape: Shape, place: string) => Json {
  const ids = use(Ids);
  return (shape, place) =>
    sampleOf(
      shape,
      {
        idOf: (kind) => ids.get(kind)?.keys().next().value ?? '',
        textOf: () => '',
        now: Date.now(),
      },
      place.split('.'),
    );
}

type DraftProps = Pick<EventFormProps, 'type' | 'onSend'> & { readonly shape: Shape };
function Draft({ type, shape, onSend }: DraftProps) {
  const blank = useBlank();
  const [draft, setDraft] = useState(() => blank(shape, ''));
  const [faults, setFaults] = useState(NO_FAULTS);
  const [isSent, setIsSent] = useState(false);
  const send = () => {
    const found = faultsOf(shape, draft);
    const isGood = found.size === 0 && isJsonObject(draft);
    setFaults(isGood || found.size > 0 ? found : NO_OBJECT);
    setIsSent(isGood);
    if (isGood) onSend({ ...draft, type });
  };
  return (
    <Form
      label={type}
      error={faults.get('')}
      success={isSent ? `${type} was sent.` : undefined}
      onSubmit={send}
    >
      <ValueField
        label={type}
        place=""
        shape={shape}
        value={draft}
        faults={faults}
        onChange={(value) => {
          setDraft(value);
          setFaults(NO_FAULTS);
          setIsSent(false);
        }}
      />
      <Row>
        <Button type="submit">Send {type}</Button>
      </Row>
    </Form>
  );
}

interface ValueFieldProps<S extends Shape = Shape> {
  readonly label: string;
  /** Path of the value in the event, as in `Faults`; '' for the whole event. */
  readonly place: string;
  readonly shape: S;
  readonly value: Json;
  readonly faults: Faults;
  readonly onChange: (value: Json) => void;
}
type Of<K extends Shape['kind']> = ValueFieldProps<Extract<Shape, { kind: K }>>;

function ValueField(props: ValueFieldProps) {
  const { label, place, shape, value, faults, onChange } = props;
  const error = faults.get(place);
  switch (shape.kind) {
    case 'text':
      return <IdOrTextField {...props} />;
    case 'number':
      return (
        <InputField
          type="number"
          label={label}
          error={error}
          hint={instantOf(value) ?? undefined}
          step="any"
          value={typeof value === 'number' ? value : ''}
          onChange={({ currentTarget: { value: typed } }) =>
            onChange(typed === '' ? '' : Number(typed))
          }
        />
      );
    case 'flag':
      return (
        <Checkbox
          label={label}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'options':
      return <OptionsField {...props} shape={shape} />;
    case 'object':
      return <ObjectField {...props} shape={shape} />;
    case 'list':
      return <ListField {...props} shape={shape} />;
    case 'choice':
      return <ChoiceField {...props} shape={shape} />;
    case 'function':
      return null;
    case 'json':
    default:
      return <JsonField {...props} shape={shape} />;
  }
}

/** A text field; for ids it suggests the known ids. */
function IdOrTextField({ label, place, value, faults, onChange }: ValueFieldProps) {
  const list = useId();
  const offered = use(Ids).get(kindOfId(place.split('.')) ?? '');
  return (
    <>
      <InputField
        label={label}
        error={faults.get(place)}
        list={offered === undefined ? undefined : list}
        value={typeof value === 'string' ? value : ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {offered !== undefined && (
        <datalist id={list}>
          {[...offered].map(([id, words]) => (
            <option key={id} value={id}>
              {words}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}

/** Groups the fields of a value under its name; the whole event has no name. */
const Fields = ({ label, place, children }: FieldsProps) =>
  place === '' ? <Stack>{children}</Stack> : <Group label={label}>{children}</Group>;
interface FieldsProps extends Pick<ValueFieldProps, 'label' | 'place'> {
  readonly children: ReactNode;
}

function OptionsField({ label, place, shape: { values }, value, faults, onChange }: Of<'options'>) {
  if (values.length === 1) return null;
  return (
    <SelectField
      label={label}
      error={faults.get(place)}
      value={String(values.indexOf(value))}
      onChange={({ currentTarget }) => onChange(values[Number(currentTarget.value)] ?? null)}
    >
      {values.map((each, index) => (
        <option key={wordOf(each)} value={index}>
          {wordOf(each)}
        </option>
      ))}
    </SelectField>
  );
}

function ObjectField({ label, place, shape, value, faults, onChange }: Of<'object'>) {
  const blank = useBlank();
  const held = isJsonObject(value) ? value : {};
  const set = (name: string, field: Json) => onChange({ ...held, [name]: field });
  return (
    <Fields label={label} place={place}>
      {shape.fields.map(({ name, shape: field, isOptional }) => {
        const given = held[name];
        return (
          <Stack key={name}>
            {isOptional && (
              <Checkbox
                label={`With ${name}`}
                checked={given !== undefined}
                onChange={({ currentTarget: { checked } }) => {
                  if (checked) set(name, blank(field, within(place, name)));
                  else
                    onChange(
                      Object.fromEntries(Object.entries(held).filter(([key]) => key !== name)),
                    );
                }}
              />
            )}
            {(given !== undefined || !isOptional) && (
              <ValueField
                label={name}
                place={within(place, name)}
                shape={field}
                value={given ?? null}
                faults={faults}
                onChange={(next) => set(name, next)}
              />
            )}
          </Stack>
        );
      })}
    </Fields>
  );
}

function ListField({ label, place, shape: { item }, value, faults, onChange }: Of<'list'>) {
  const blank = useBlank();
  const items = isJsonList(value) ? value : [];
  return (
    <Fields label={label} place={place}>
      {items.map((each, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- items have no identity except their index
        <Row key={index}>
          <ValueField
            label={`${label} ${index + 1}`}
            place={within(place, index)}
            shape={item}
            value={each}
            faults={faults}
            onChange={(next) => onChange(items.with(index, next))}
          />
          <IconButton
            label={`Remove ${label} ${index + 1}`}
            onClick={() => onChange(items.toSpliced(index, 1))}
          >
            ×
          </IconButton>
        </Row>
      ))}
      <div>
        <Button onClick={() => onChange([...items, blank(item, within(place, items.length))])}>
          Add to {label}
        </Button>
      </div>
    </Fields>
  );
}

function ChoiceField({ label, place, shape: { options }, value, faults, onChange }: Of<'choice'>) {
  const blank = useBlank();
  // The chosen option is state, because the value may fit no option for the moment, for example an empty number field.
  const [index, setIndex] = useState(() => optionOf(options, value));
  const option = options[index];
  return (
    <Fields label={label} place={place}>
      <SelectField
        label={`Kind of ${label}`}
        value={String(index)}
        onChange={({ currentTarget }) => {
          const next = Number(currentTarget.value);
          setIndex(next);
          onChange(options[next] ? blank(options[next], place) : null);
        }}
      >
        {options.map((each, position) => (
          <option key={labelOf(each)} value={position}>
            {labelOf(each)}
          </option>
        ))}
      </SelectField>
      {option && (
        <ValueField
          label={label}
          place={place}
          shape={option}
          value={value}
          faults={faults}
          onChange={onChange}
        />
      )}
    </Fields>
  );
}

function JsonField({ label, place, value, faults, onChange }: Of<'json'>) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  return (
    <TextArea
      label={`${label}, as JSON`}
      rows={5}
      spellCheck={false}
      error={faults.get(place)}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(parsedOr(currentTarget.value));
      }}
    />
  );
}

/** Parses a text as JSON, or returns the text itself. */
function parsedOr(text: string): Json {
  try {
    const json: Json = JSON.parse(text);
    return json;
  } catch {
    return text;
  }
}
