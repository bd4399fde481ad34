import browserslist from 'browserslist';
import { browserslistToTargets } from 'lightningcss';

/** All supported browser versions, from `browserslist` in package.json. */
const SUPPORTED = browserslist();

/** The browsers that styles are built for. */
export const STYLE_TARGETS = browserslistToTargets(SUPPORTED);

/** The oldest supported version of each browser, e.g. `chrome` to `87`. */
export const BASELINE: ReadonlyMap<string, string> = readBaseline();

function readBaseline(): Map<string, string> {
  const versions = new Map<string, string>();
  for (const browser of SUPPORTED) {
    const [name = '', range = ''] = browser.split(' ');
    const [version = ''] = range.split('-');
    const known = versions.get(name);
    if (known === undefined || isLater(known, version)) versions.set(name, version);
  }
  return versions;
}

/** Whether the version `one` came after `other`. */
export function isLater(one: string, other: string): boolean {
  const [parts, others] = [one, other].map((version) => version.split('.').map(Number));
  const compared = parts?.map((part, index) => part - (others?.[index] ?? 0)) ?? [];
  return (compared.find((difference) => difference !== 0) ?? 0) > 0;
}

/**
 * Optional chaining is not replaced for Chrome and Edge before 91: they support it except with spread arguments, which
 * a test forbids, and replacing it would make the first load half a kibibyte larger.
 */
const CHAINING = '91';

const TARGETS = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios_saf: 'ios',
};

/** The browsers that scripts are built for. */
export const SYNTAX_TARGETS = Object.entries(TARGETS).map(([name, target]) => {
  const oldest = BASELINE.get(name) ?? '';
  return `${target}${target === 'chrome' || target === 'edge' ? CHAINING : oldest}`;
});
