// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { InspectionRequest, Report } from '../src/protocol.ts';
import { bootAgent } from '../src/agent/boot.ts';
import { createConsent } from '../src/agent/consent.ts';
import type { openWindowLink, Way } from '../src/link.ts';
import { axeFindings, bootPorts } from './support.ts';

type Options = Parameters<typeof openWindowLink>[0];
/** The connections to inspectors, controlled by the test. */
const links: { options: Options; said: [Report['type'], Way | null][] }[] = [];
// Test files share modules, so this one loads its own copies.
vi.hoisted(() => vi.resetModules());
vi.mock('../src/link.ts', () => ({
  openWindowLink: (options: Options) => {
    const said: [Report['type'], Way | null][] = [];
    links.push({ options, said });
    return { send: ({ type }: Report, way: Way | null) => said.push([type, way]), close: () => {} };
  },
}));

afterAll(() => {
  vi.doUnmock('../src/link.ts');
  vi.resetModules();
});

const CODE = 'ABCD2345';
const ADA = { id: 'i1', name: 'Ada Admin' };
const TESTER = { id: 'i2', name: null };
afterEach(() => {
  links.length = 0;
  for (const strip of document.querySelectorAll('aside')) strip.remove();
  delete document.documentElement.dataset['inspected'];
  sessionStorage.clear();
});

/** A page opened by the link of an inspector. */
async function open(path = `/?inspect=${CODE}`) {
  window.history.replaceState(null, '', path);
  const agent = await bootAgent(bootPorts());
  const link = links.at(-1);
  if (agent === null || link === undefined) throw new Error('It cannot be inspected.');
  const { options, said } = link;
  const ask = (request: InspectionRequest, way: Way) => act(() => options.receive(request, way));
  return {
    said,
    id: agent.effects.localInspector.window,
    ask,
    tell: (...inspectors: (typeof ADA | typeof TESTER)[]) =>
      act(() => options.receiveInspectors(inspectors)),
    here: (id: string) => act(() => options.receiveInspectorHere(id)),
  };
}
const strip = () => document.querySelector('aside span')?.textContent;
const question = () =>
  screen.queryByRole('region', { name: 'Allow this page to be inspected from another device?' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('a page that a link asks to inspect', () => {
  it('asks before it sends or does anything for another device, and says who requests it', async () => {
    const { said, id, ask, tell } = await open();
    expect(said).toEqual([['window.present', 'local']]);
    expect([question(), strip()]).toEqual([null, `Inspected · ${CODE}`]);
    tell(ADA);
    expect(question()?.textContent).toContain(`Ada Admin · ${CODE}`);
    expect(question()?.textContent).toContain('Whoever inspects it sees what you see');
    expect(await axeFindings()).toEqual([]);
    ask({ type: 'windows.call' }, 'server');
    ask({ type: 'window.watch', window: id }, 'server');
    ask({ type: 'event.send', window: id, actor: 'x', event: { type: 'x' } }, 'server');
    ask({ type: 'time.jump', window: id, ms: 1_000 }, 'server');
    expect(said).toHaveLength(1);
  });

  it('is inspected once allowed, shows by whom, and does not ask again', async () => {
    const { said, id, ask, tell } = await open();
    tell(ADA);
    press('Allow');
    expect(said.at(-1)).toEqual(['window.present', 'server']);
    expect([question(), strip()]).toEqual([null, `Inspected by Ada Admin · ${CODE}`]);
    ask({ type: 'window.watch', window: id }, 'server');
    expect(said.at(-1)).toEqual(['window.state', 'server']);
    tell(ADA, TESTER);
    expect([question(), strip()]).toEqual([null, `Inspected by Ada Admin and a tester · ${CODE}`]);
    expect(screen.getByRole('button', { name: 'Stop being inspected' })).toBeTruthy();
    tell();
    expect(strip()).toBe(`Inspected · ${CODE}`);

    document.querySelector('aside')?.remove();
    const again = await open('/my-answer');
    again.tell(TESTER);
    expect([question(), strip()]).toEqual([null, `Inspected by a tester · ${CODE}`]);
  });

  it('asks again for another code', async () => {
    const { tell } = await open();
    tell(ADA);
    press('Allow');
    document.querySelector('aside')?.remove();
    const other = await open('/?inspect=WXYZ2345');
    other.tell(ADA);
    expect(question()).not.toBe(null);
    expect(other.said).toEqual([['window.present', 'local']]);
  });

  it('is not inspected after a refusal, and deletes the code', async () => {
    const { said, id, ask, tell } = await open(`/login?inspect=${CODE}&redirect=%2F`);
    tell(ADA);
    press('Not now');
    expect([question(), strip()]).toEqual([null, `Not inspected from other devices · ${CODE}`]);
    tell(TESTER);
    ask({ type: 'windows.call' }, 'server');
    ask({ type: 'window.watch', window: id }, 'server');
    expect([question(), said]).toEqual([null, [['window.present', 'local']]]);
    expect(window.location.pathname + window.location.search).toBe('/login?redirect=%2F');
    expect(sessionStorage.getItem('inspect')).toBe(null);
    // Inspectors in this browser need no consent.
    ask({ type: 'windows.call' }, 'local');
    expect(said.at(-1)).toEqual(['window.present', 'local']);
  });

  it('does not ask for an inspector of the same browser, which may inspect at once', async () => {
    const { said, id, ask, tell, here } = await open();
    here(ADA.id);
    tell(ADA);
    ask({ type: 'window.watch', window: id }, 'local');
    expect([question(), said.at(-1)]).toEqual([null, ['window.state', 'local']]);
    tell(ADA, TESTER);
    expect(question()?.textContent).toContain(`A tester · ${CODE}`);
    // The inspector is in this browser, too, but announces that later.
    here(TESTER.id);
    expect(question()).toBe(null);
  });
});

describe('consent', () => {
  it('can be given or refused only while it is requested', () => {
    const states: string[] = [];
    const consent = createConsent(false, ({ consent: state }) => states.push(state));
    consent.answer('allowed');
    expect(consent.state()).toEqual({ consent: 'unasked', names: [] });
    consent.receiveInspectors([ADA]);
    consent.receiveInspectors([]);
    consent.answer('allowed');
    consent.receiveInspectors([TESTER]);
    consent.answer('refused');
    consent.answer('allowed');
    expect(states).toEqual(['asking', 'unasked', 'asking', 'refused']);
  });
});
