import { m } from 'messages';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Maximize from 'lucide-react/icons/maximize';
import { ROLE } from '#machines/contract/roles.ts';
import { type PageSound, useFullscreen } from './hook.ts';
import { useLiveKeys } from '#src/bindings/live-keys.ts';
import { useUser } from '#src/bindings/runtime.tsx';
import { Link } from '#src/components/link.tsx';
import { SegmentedControl } from '#src/components/tabs.tsx';
import { Button, linkButton } from '#src/components/button.tsx';
import styles from './stage-screen.module.css';

const LEVELS = [
  { value: 'off', label: m.stageScreenSoundOff() },
  { value: 'half', label: m.stageScreenHalf() },
  { value: 'full', label: m.stageScreenFull() },
] as const;
const LEVEL_OF = { off: 0, half: 0.4, full: 1 } as const;

/** For the operator of the machine; visible with the cursor or the focus only. */
export function Controls({ sound }: { readonly sound: PageSound }) {
  const user = useUser();
  const { isFull, toggle } = useFullscreen();
  useLiveKeys({});
  return (
    <div className={styles['controls']}>
      {user?.role_id === ROLE.admin && (
        <Link to="/que-cards" className={linkButton()}>
          <ArrowLeft />
          {m.stageScreenQueCards()}
        </Link>
      )}
      <SegmentedControl
        label={m.stageScreenSound()}
        options={LEVELS}
        value={sound.level === 0 ? 'off' : sound.level < 1 ? 'half' : 'full'}
        onChange={(value) => sound.setLevel(LEVEL_OF[value])}
      />
      {toggle !== null && (
        <Button icon={<Maximize />} shortcut="F" onClick={toggle}>
          {isFull ? m.stageScreenLeaveFullScreen() : m.stageScreenFullScreen()}
        </Button>
      )}
    </div>
  );
}
