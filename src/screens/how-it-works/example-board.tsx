import { m } from 'messages';
import { AudienceBadge } from '#src/components/badge.tsx';
import { Bar } from '#src/components/bar.tsx';
import { Cluster } from '#src/components/layout.tsx';
import { Verbatim } from '#src/components/verbatim.tsx';
import { EXAMPLE_GROUPS, type ExampleGroup } from './example.ts';
import styles from './how-it-works.module.css';

const sizeOf = ({ home, studio }: ExampleGroup): number => home + studio;
const MOST = Math.max(...EXAMPLE_GROUPS.map(sizeOf));

/** The example in the order of the show's reveal, with points. A translated misspelling would be none. */
export function ExampleBoard() {
  return (
    <ol className={styles['board']}>
      {EXAMPLE_GROUPS.map((group) => (
        <li key={group.groupId}>
          <Bar
            label={<Verbatim>{group.name}</Verbatim>}
            value={sizeOf(group)}
            max={MOST}
            detail={m.howItWorksPeople({ count: sizeOf(group) })}
          />
          <p>
            <Verbatim>
              {group.written.map((text) => m.howItWorksQuoted({ text })).join(', ')}
            </Verbatim>
            <span>{m.howItWorksHomeAndStudio({ home: group.home, studio: group.studio })}</span>
          </p>
          <Cluster>
            <AudienceBadge audience="home">
              {m.countPoints({ count: group.homePoints })}
            </AudienceBadge>
            <AudienceBadge audience="studio">
              {m.countPoints({ count: group.studioPoints })}
            </AudienceBadge>
          </Cluster>
        </li>
      ))}
    </ol>
  );
}
