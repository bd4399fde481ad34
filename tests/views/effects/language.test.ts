import { describe, expect, it } from 'vitest';
import { type Outcome, refusal, success } from '#machines/contract/outcome.ts';
import { createAnnouncements } from '#src/effects/announcements.ts';
import { chooseLanguage, followLanguage } from '#src/effects/choose-language.ts';
import { createNavigation } from '#src/effects/navigation.ts';

function openTab(cookie = '') {
  const address = 'https://show.example/how-it-works?language=es&page=2#scores';
  const events: string[] = [];
  return {
    events,
    document: { cookie },
    location: {
      href: address,
      reload: () => events.push('reload'),
      replace: (to: string | URL) => events.push(`replace ${to}`),
      assign: (to: string | URL) => events.push(`load ${to}`),
    },
    history: {
      state: null,
      replaceState: (_: unknown, __: string, to?: string | URL | null) => events.push(`be ${to}`),
    },
  };
}

async function choose(saved: Outcome<null>) {
  const tab = openTab();
  const announcements = createAnnouncements();
  await chooseLanguage('de', async () => saved, announcements, tab);
  return { ...tab, banner: announcements.state().banner?.text };
}

describe('choosing a language', () => {
  it('loads the page again, without the language that its address named', async () => {
    const { document, events } = await choose(success(null));
    expect(document.cookie).toMatch(/^language=de; path=\/; max-age=\d{8}; samesite=lax$/);
    const here = 'be https://show.example/how-it-works?page=2#scores';
    expect(events).toEqual([here, 'reload']);
  });

  it('keeps the page and says why, if the account cannot be saved', async () => {
    const refused = await choose(refusal('Too many changes.'));
    expect(refused).toMatchObject({
      banner: 'Too many changes.',
      document: { cookie: '' },
      events: [],
    });
  });
});

describe('a page that follows its show', () => {
  it.each([
    ['de', ['replace https://show.example/how-it-works?language=de&page=2#scores']],
    ['en', []],
    // A newer server may have more languages than this page.
    ['tlh', []],
  ])('to %s: %j', (language, events) => {
    const tab = openTab();
    followLanguage(language, tab);
    expect(tab.events).toEqual(events);
  });
});

describe('the navigation of charts', () => {
  it.each([
    ['', ['go /']],
    ['other=1; language=en', ['go /']],
    ['other=1; language=de', ['load /']],
  ])('with the cookie %j in an English page: %j', (cookie, events) => {
    const tab = openTab(cookie);
    const navigation = createNavigation(tab);
    navigation.attach((to) => tab.events.push(`go ${to}`));
    navigation.go('/');
    expect(tab.events).toEqual(events);
  });
});
