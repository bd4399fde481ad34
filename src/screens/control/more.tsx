import { m } from 'messages';
import { type ReactNode, useId } from 'react';
import { Button } from '#src/components/button.tsx';
import styles from './control.module.css';

interface MoreProps {
  /** What the actions are for; absent: the page. */
  readonly of?: string;
  readonly children: ReactNode;
}

/** A menu for rare actions, apart from the actions that are needed quickly. */
export function More({ of, children }: MoreProps) {
  const id = useId();
  return (
    <>
      <Button popoverTarget={id} aria-label={of === undefined ? undefined : m.controlMore({ of })}>
        {m.controlMoreButton()}
      </Button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- closes after its buttons were used, by key or pointer */}
      <div
        id={id}
        popover="auto"
        className={styles['more']}
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}
