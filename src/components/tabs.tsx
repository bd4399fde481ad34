import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import styles from './tabs.module.css';

interface TabItem<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly count?: number | undefined;
}

export interface TabsProps<Key extends string> {
  /** What the tabs select, e.g. 'Leaderboards'. */
  readonly label: string;
  readonly items: readonly TabItem<Key>[];
  readonly selected: Key;
  readonly onSelect: (key: Key) => void;
  /** The selected tab's content. */
  readonly children: ReactNode;
}

/** The tab that a key leads to from tab `from` of `length`; null for any other key. */
const target = (key: string, from: number, length: number): number | null => {
  switch (key) {
    case 'ArrowRight':
      return (from + 1) % length;
    case 'ArrowLeft':
      return (from + length - 1) % length;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
};

/** ARIA tabs: one Tab stop; arrows, Home and End select at once. */
export function Tabs<Key extends string>(props: TabsProps<Key>) {
  const { label, items, selected, onSelect, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent): void => {
    const from = items.findIndex((item) => item.key === selected);
    const next = target(event.key, from, items.length);
    const item = next === null ? undefined : items[next];
    if (item === undefined) return;
    event.preventDefault();
    onSelect(item.key);
    const tab = list.current?.children[items.indexOf(item)];
    if (tab instanceof HTMLElement) tab.focus();
  };

  return (
    <div className={styles['tabs']}>
      <div ref={list} role="tablist" aria-label={label} className={styles['list']}>
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="tab"
            id={`${id}-${item.key}`}
            aria-selected={item.key === selected}
            aria-controls={item.key === selected ? `${id}-panel` : undefined}
            tabIndex={item.key === selected ? 0 : -1}
            onClick={() => onSelect(item.key)}
            onKeyDown={move}
          >
            {item.label}
            {item.count !== undefined && <span className={styles['count']}>{item.count}</span>}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a panel without controls must be reachable
        tabIndex={0}
        className={styles['panel']}
      >
        {children}
      </div>
    </div>
  );
}

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly count?: number | undefined;
}

export interface SegmentedControlProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A few filters side by side, exactly one pressed. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onChange } = props;
  return (
    <fieldset aria-label={label} className={styles['segments']}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span className={styles['count']}>{option.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
