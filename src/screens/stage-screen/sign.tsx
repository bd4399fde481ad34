import House from 'lucide-react/icons/house';
import Mic from 'lucide-react/icons/mic';
import type { Audience } from '#machines/contract/entities.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { useBrand, useRuntime } from '#src/bindings/runtime.tsx';
import { classes } from '#src/components/classes.ts';
import styles from './stage-screen.module.css';

export function AudienceSign({ audience }: { readonly audience: Audience }) {
  return (
    <span className={classes(styles['sign'], styles[audience])}>
      {audience === 'studio' ? <Mic /> : <House />}
      {audienceLabel(audience)}
    </span>
  );
}

/** The operator's logo, or the lamp over the door. */
export function Logo() {
  const { logo } = useBrand();
  return logo === undefined ? (
    <span className={styles['lampSign']} aria-hidden="true" />
  ) : (
    <img className={styles['logo']} src={logo} alt="" />
  );
}

/** Name and sign, small, while something else is shown. */
export function Corner() {
  const { name } = useBrand();
  return (
    <span className={styles['corner']}>
      <Logo />
      {name}
    </span>
  );
}

/** Where to play along, as people type it, and as a camera reads it. */
export function useJoinAddress(joinUrl: string | undefined): { url: string; text: string } {
  const { origin } = useRuntime();
  const url = joinUrl ?? origin;
  return { url, text: url.replace(/^https?:\/\//, '') };
}
