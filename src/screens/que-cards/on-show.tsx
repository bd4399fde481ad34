import { useSelector } from '@xstate/react';
import MonitorPlay from 'lucide-react/icons/monitor-play';
import {
  selectDirection,
  selectIsActing,
  type ShowControlActor,
} from '#machines/show/show-control.ts';
import { useShowControl } from './show-control.hook.tsx';
import { Button } from '#src/components/button.tsx';
import { SHOW_KEYS } from './show-keys.ts';

interface OnShowProps {
  readonly questionId: string;
  /** The keys act on this card. */
  readonly keyed: boolean;
  /** Why its key wants a second press. */
  readonly twice?: string | undefined;
}

/** Puts the card's question on the show page, or says that it is there. */
export function OnShow(props: OnShowProps) {
  const show = useShowControl();
  return show === null ? null : <OnShowButton control={show.control} {...props} />;
}

interface OnShowButtonProps extends OnShowProps {
  readonly control: ShowControlActor;
}

function OnShowButton({ control, questionId, keyed, twice }: OnShowButtonProps) {
  const direction = useSelector(control, selectDirection);
  const busy = useSelector(control, selectIsActing);
  if (direction?.scene === 'question' && direction.questionId === questionId)
    return (
      <Button icon={<MonitorPlay />} disabled>
        On the show page
      </Button>
    );
  return (
    <Button
      icon={<MonitorPlay />}
      busy={busy}
      disabled={direction === null}
      shortcut={keyed ? SHOW_KEYS.question : undefined}
      data-twice={twice}
      onClick={({ detail }) => {
        if (detail < 2) control.send({ type: 'show.question', questionId });
      }}
    >
      Show on screen
    </Button>
  );
}
