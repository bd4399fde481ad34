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

/** The operator's logo, or the product's lamp sign. */
export function Logo() {
  const { logo } = useBrand();
  return logo === undefined ? (
    <span className={styles['lampSign']} aria-hidden="true" />
  ) : (
    <img className={styles['logo']} src={logo} alt="" />
  );
}

/** Name and sign, small, beside other scenes. */
export function Corner() {
  const { name } = useBrand();
  return (
    <span className={styles['corner']}>
      <Logo />
      {name}
    </span>
  );
}

/** The join address, as text and as a QR code. */
export function useJoinAddress(joinUrl: string | undefined): { url: string; text: string } {
  const { origin } = useRuntime();
  const url = joinUrl ?? origin;
  return { url, text: url.replace(/^https?:\/\//, '') };
}
