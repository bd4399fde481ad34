import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type DrawnChart, KINDS_OF_WALK, type KindOfWalk } from 'chart-inspector/drawn-chart';
import {
  Badge,
  Cluster,
  Disclosure,
  EmptyState,
  SearchField,
  SegmentedControl,
  Stack,
  standaloneLink,
  useUrlChoice,
  useUrlState,
} from '../product.ts';
import { ChartDrawing } from '../drawing/chart-drawing.tsx';
import { StateList } from '../drawing/state-list.tsx';
import { ZoomPane } from '../drawing/zoom-pane.tsx';
import styles from './atlas.module.css';
import { CHARTS } from './charts.ts';

const WALKS = {
  p: 'path tests',
  j: 'journeys',
  v: 'paths through the view',
  b: 'real-browser paths',
} as const satisfies Record<KindOfWalk, string>;
const CHOICES = ['', ...KINDS_OF_WALK] as const;

/** Every chart, drawn from its own code. */
export default function AtlasView() {
  return <Atlas charts={CHARTS} />;
}

/** These charts; where tests were measured (`npm run atlas:coverage`), with what they have walked. */
export function Atlas({ charts }: { readonly charts: readonly DrawnChart[] }) {
  const [search, setSearch] = useUrlState('search');
  const [kind, setKind] = useUrlChoice('walk', CHOICES);
  const { hash } = useLocation();
  const texts = useMemo(() => textsOf(charts), [charts]);
  const found = charts.filter(({ id }) => texts.get(id)?.includes(search.trim().toLowerCase()));

  useEffect(() => {
    if (hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash]);

  return (
    <div className={styles['page']}>
      <header className={styles['top']}>
        <div>
          <h1 tabIndex={-1}>Atlas</h1>
          <p>
            The {charts.length} charts that decide what this program does, each drawn from its code.
          </p>
        </div>
        <a className={standaloneLink} href="/inspect">
          Inspect running actors
        </a>
      </header>
      <div className={styles['atlas']}>
        <div className={styles['side']}>
          <SearchField
            label="Search charts"
            placeholder="Name, rule, port, event"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <nav aria-label="Charts">
            <ul>
              {found.map(({ id }) => (
                <li key={id}>
                  <a href={`#${id}`}>{id}</a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <Stack gap="loose">
          {charts.some(({ walked }) => walked !== null) && (
            <SegmentedControl
              label="Mark what is not walked by"
              value={kind}
              onChange={setKind}
              options={CHOICES.map((value) => ({
                value,
                label: value === '' ? 'Plain' : `Not in ${WALKS[value]}`,
              }))}
            />
          )}
          {found.length === 0 && (
            <EmptyState
              title="No chart has that"
              hint="Search for a part of a name, a rule such as AUTH-1, a port or an event."
            />
          )}
          {found.map((chart) => (
            <Entry key={chart.id} chart={chart} kind={kind} />
          ))}
        </Stack>
      </div>
    </div>
  );
}

/** What is searched: all that is said of a chart. */
const textsOf = (charts: readonly DrawnChart[]): ReadonlyMap<string, string> =>
  new Map(charts.map((chart) => [chart.id, JSON.stringify(chart).toLowerCase()]));

interface EntryProps {
  readonly chart: DrawnChart;
  readonly kind: (typeof CHOICES)[number];
}
function Entry({ chart, kind }: EntryProps) {
  const { id, walked } = chart;
  const [isRead, setRead] = useState(false);
  const unwalked = useMemo(() => {
    if (kind === '' || walked === null) return undefined;
    const all = [...Object.entries(walked.states), ...Object.entries(walked.transitions)];
    return new Set(all.filter(([, kinds]) => !kinds.includes(kind)).map(([key]) => key));
  }, [kind, walked]);
  return (
    <section aria-labelledby={id} className={styles['chart']}>
      <div className={styles['head']}>
        <h2 id={id}>
          <a href={`#${id}`}>{id}</a>
        </h2>
        <Cluster>
          {chart.rules.map((rule) => (
            <Badge key={rule}>{rule}</Badge>
          ))}
        </Cluster>
      </div>
      <p>{withCode(chart.purpose)}</p>
      <dl>
        <dt>Code</dt>
        <dd>machines/{chart.file}</dd>
        <Names term="Started by" ids={chart.startedBy} />
        <Names term="Starts" ids={chart.starts} />
        {walked !== null && (
          <>
            <dt>Walked</dt>
            <dd>
              {KINDS_OF_WALK.map((each) => (
                <span key={each} className={styles['walk']}>
                  {WALKS[each]}: {share(walked.states, each)} states,{' '}
                  {share(walked.transitions, each)} transitions
                </span>
              ))}
            </dd>
          </>
        )}
      </dl>
      <div className={styles['pane']}>
        <ZoomPane label={`Chart ${id}`} width={chart.width} height={chart.height} wheel="focused">
          <ChartDrawing chart={chart} unwalked={unwalked} />
        </ZoomPane>
      </div>
      {chart.ports.length > 0 && (
        <Disclosure summary={`Ports (${chart.ports.length})`}>
          <dl>
            {chart.ports.map(({ name, words }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {words === null ? 'Says nothing of itself.' : <span>{withCode(words)}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      )}
      <Disclosure summary="In words" onToggle={setRead}>
        {isRead && <StateList chart={chart} />}
      </Disclosure>
    </section>
  );
}

/** A comment of the code: what stands between backticks is code. */
const withCode = (words: string) =>
  words.split('`').map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a comment never change
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );

function Names({ term, ids }: { readonly term: string; readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <>
      <dt>{term}</dt>
      <dd>
        {ids.map((id) => (
          <a key={id} href={`#${id}`}>
            {id}
          </a>
        ))}
      </dd>
    </>
  );
}

function share(walked: Readonly<Record<string, string>>, kind: KindOfWalk): string {
  const all = Object.values(walked);
  return `${all.filter((kinds) => kinds.includes(kind)).length} of ${all.length}`;
}
