import { AudienceBadge } from '#src/components/badge.tsx';
import { Bar } from '#src/components/bar.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { EXAMPLE_GROUPS, type ExampleGroup } from './example.ts';
import styles from './how-it-works.module.css';

const sizeOf = ({ home, studio }: ExampleGroup): number => home + studio;
const MOST = Math.max(...EXAMPLE_GROUPS.map(sizeOf));
const points = (count: number): string => (count === 1 ? '1 point' : `${count} points`);

/** The example in the order of the show's reveal, with points. */
export function ExampleBoard() {
  return (
    <ol className={styles['board']}>
      {EXAMPLE_GROUPS.map((group) => (
        <li key={group.groupId}>
          <Bar
            label={group.name}
            value={sizeOf(group)}
            max={MOST}
            detail={sizeOf(group) === 1 ? 'person' : 'people'}
          />
          <p>
            <span>‘{group.written.join('’, ‘')}’</span>
            <span>
              {group.home} at home, {group.studio} in the studio
            </span>
          </p>
          <Cluster>
            <AudienceBadge audience="home">{points(group.homePoints)}</AudienceBadge>
            <AudienceBadge audience="studio">{points(group.studioPoints)}</AudienceBadge>
          </Cluster>
        </li>
      ))}
    </ol>
  );
}
