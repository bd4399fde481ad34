import House from 'lucide-react/icons/house';
import Mic from 'lucide-react/icons/mic';
import type { StageView } from '#machines/contract/stage.ts';
import type { Audience } from '#machines/contract/entities.ts';
import { audienceLabel } from '#machines/contract/audience.ts';
import { codeText } from '#machines/show/rules/join-code.ts';
import { useBrand, useRuntime } from '#src/bindings/runtime.tsx';
import { classes } from '#src/components/classes.ts';
import styles from './stage-screen.module.css';

interface AudienceSignProps {
  readonly audience: Audience;
  /** Whether the audience is shown as teams. Default: it is not. */
  readonly isTeams?: boolean;
}

export function AudienceSign({ audience, isTeams = false }: AudienceSignProps) {
  return (
    <span className={classes(styles['sign'], styles[audience])}>
      {audience === 'studio' ? <Mic /> : <House />}
      {audienceLabel(audience)}
      {isTeams && ' teams'}
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

/** The product's name and sign, small, in the corner of other scenes. */
export function Corner() {
  const { name } = useBrand();
  return (
    <span className={styles['corner']}>
      <Logo />
      {name}
    </span>
  );
}

/** The join address: `url` for the QR code, `text` for people who type it, and `code`, which they type there. */
export function useJoinAddress({ joinUrl, joinCode }: Pick<StageView, 'joinUrl' | 'joinCode'>): {
  readonly url: string;
  readonly text: string;
  readonly code: string | null;
} {
  const { origin } = useRuntime();
  const url = joinUrl ?? origin;
  const typed = joinCode === undefined ? url : url.slice(0, url.lastIndexOf('/'));
  const code = joinCode === undefined ? null : codeText(joinCode);
  return { url, text: typed.replace(/^https?:\/\//, ''), code };
}
