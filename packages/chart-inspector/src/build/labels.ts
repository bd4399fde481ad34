import type { StateDescription, TransitionDescription, Trigger } from '../recorder/describe.ts';

/** The text for an invoked actor: its source, and its id if that differs. */
export const invoked = ({ id, src }: { readonly id: string; readonly src: string }): string =>
  id === src ? id : `${src} as ${id}`;

/**
 * The label of a transition: `event [guard]`. A transition without a guard after others for the same event has
 * `[else]`.
 */
export function labelOf(
  transition: TransitionDescription,
  { transitions }: StateDescription,
): string {
  const { trigger, guard } = transition;
  const same = transitions.filter(
    (each) => each.trigger.kind === trigger.kind && each.trigger.name === trigger.name,
  );
  const isElse = guard === null && same.indexOf(transition) > 0;
  const condition = guard ?? (isElse ? 'else' : null);
  return [wordsOf(trigger), ...(condition === null ? [] : [`[${condition}]`])].join(' ');
}

function wordsOf({ kind, name }: Trigger): string {
  switch (kind) {
    case 'event':
      return name;
    case 'after':
      return /^\d+$/u.test(name) ? `after ${name} ms` : `after ${name}`;
    case 'always':
      return 'at once';
    case 'done':
    case 'failed':
      return `${name} ${kind}`;
    case 'completed':
      return 'all done';
    default:
      return kind satisfies never;
  }
}
