import { m } from 'messages';
import type { Team } from '#machines/contract/entities.ts';
import { Verbatim } from '#src/components/verbatim.tsx';
import styles from './team-choice.module.css';

/** The teams of a show as native radio buttons. The field's name is `team`. */
export function TeamChoice({ teams }: { readonly teams: readonly Team[] }) {
  return (
    <fieldset className={styles['teams']} role="radiogroup" aria-required>
      <legend>{m.joinYourTeam()}</legend>
      <div>
        {teams.map(({ id, name }) => (
          <label key={id}>
            <input type="radio" name="team" value={id} />
            <Verbatim>{name}</Verbatim>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
