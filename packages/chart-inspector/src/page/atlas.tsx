import { useEffect, useMemo } from 'react';
import { type DrawnChart, KINDS_OF_WALK, type KindOfWalk } from '../drawn-chart.ts';
import { ChartDrawing } from '../drawing/chart-drawing.tsx';
import { StateList } from '../drawing/state-list.tsx';
import { ZoomPane } from '../drawing/zoom-pane.tsx';
import styles from './inspector.module.css';
import { Disclosure, Empty, InputField, LIST, Row, SelectField, Stack } from '../ui/ui.tsx';
import { useUrlState } from '../ui/url-state.ts';

const WALKS = {
  p: 'path tests',
  j: 'journeys',
  v: 'paths through the view',
} as const satisfies Record<KindOfWalk, string>;

export interface AtlasProps {
  readonly charts: readonly DrawnChart[];
  /** Folder of the charts, as shown in front of their file names. */
  readonly folder: string;
  /** URL of the inspector page. */
  readonly inspector: string;
}
/** Shows every chart, drawn from its code, and, if coverage was measured, what the tests walk. */
export function Atlas({ charts, folder, inspector }: AtlasProps) {
  const [search, setSearch] = useUrlState('search');
  const [kind, setKind] = useUrlState('walk');
  const texts = useMemo(() => textsOf(charts), [charts]);
  const found = charts.filter(({ id }) => texts.get(id)?.includes(search.trim().toLowerCase()));

  // Scroll to the chart in the URL, because the browser looks for it before it is drawn.
  useEffect(() => {
    const { hash } = window.location;
    if (hash !== '') document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, []);

  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 tabIndex={-1}>Atlas</h1>
        <p>
          The {charts.length} charts that decide what this program does, each drawn from its code.
        </p>
        <a href={inspector}>Inspect running actors</a>
      </header>
      <div className={styles['atlas']}>
        <Stack>
          <InputField
            type="search"
            label="Search charts"
            placeholder="Name, rule, port, event"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
          <nav aria-label="Charts">
            <ul className={LIST}>
              {found.map(({ id }) => (
                <li key={id}>
                  <a href={`#${id}`}>{id}</a>
                </li>
              ))}
            </ul>
          </nav>
        </Stack>
        <Stack>
          {charts.some(({ walked }) => walked !== null) && (
            <SelectField
              label="Mark what is not walked by"
              value={kind}
              onChange={({ target }) => setKind(target.value)}
            >
              <option value="">nothing</option>
              {KINDS_OF_WALK.map((each) => (
                <option key={each} value={each}>
                  {WALKS[each]}
                </option>
              ))}
            </SelectField>
          )}
          {found.length === 0 && (
            <Empty
              title="No chart has that"
              hint="Search for a part of a name, a rule such as AUTH-1, a port or an event."
            />
          )}
          {found.map((chart) => (
            <Entry key={chart.id} chart={chart} kind={kind} folder={folder} />
          ))}
        </Stack>
      </div>
    </div>
  );
}

/** The text in which the search looks for each chart, by chart id. */
const textsOf = (charts: readonly DrawnChart[]): ReadonlyMap<string, string> =>
  new Map(charts.map((chart) => [chart.id, JSON.stringify(chart).toLowerCase()]));

interface EntryProps {
  readonly chart: DrawnChart;
  /** The kind of walk (a letter of `KINDS_OF_WALK`) whose gaps are marked; '' for none. */
  readonly kind: string;
  readonly folder: string;
}
function Entry({ chart, kind, folder }: EntryProps) {
  const { id, walked } = chart;
  const unwalked = useMemo(() => {
    if (kind === '' || walked === null) return undefined;
    const all = [...Object.entries(walked.states), ...Object.entries(walked.transitions)];
    return new Set(all.filter(([, kinds]) => !kinds.includes(kind)).map(([key]) => key));
  }, [kind, walked]);
  return (
    <section aria-labelledby={id} className={styles['chart']}>
      <Row>
        <h2 id={id}>
          <a href={`#${id}`}>{id}</a>
        </h2>
        {chart.rules.map((rule) => (
          <span key={rule}>{rule}</span>
        ))}
      </Row>
      <p>{withCode(chart.purpose)}</p>
      <dl>
        <dt>Code</dt>
        <dd>
          {folder}
          {chart.file}
        </dd>
        <Names term="Started by" ids={chart.startedBy} />
        <Names term="Starts" ids={chart.starts} />
        {walked !== null && (
          <>
            <dt>Walked</dt>
            <dd>
              {KINDS_OF_WALK.map((each) => (
                <span key={each}>
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
          {() => (
            <dl>
              {chart.ports.map(({ name, words }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{withCode(words ?? 'Says nothing of itself.')}</dd>
                </div>
              ))}
            </dl>
          )}
        </Disclosure>
      )}
      <Disclosure summary="In words">{() => <StateList chart={chart} />}</Disclosure>
    </section>
  );
}

/** Renders a comment with its backticks as code. */
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
