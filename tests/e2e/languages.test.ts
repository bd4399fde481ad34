import { m } from 'messages';
import { languages } from 'messages/language';
import { toLocale } from 'messages/runtime';
import { describe, expect, it } from 'vitest';
import { DEFAULT_BRAND, stageScreenPath } from '#machines/contract/brand.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { clientOf } from '#tests/support/client.ts';
import { stagedShow } from '#tests/support/staged-show.ts';
import { axeFindings } from '#tests/support/states/checks.ts';
import { arrive, type Person, producerSeat } from './people.ts';
import { openShowFixture } from './show-fixture.ts';

const chromium = findChromium();

/** Languages written from right to left. */
const MIRRORED: ReadonlySet<string> = new Set(['ar']);

/** The language of a page, its direction, and how far it is wider than its window, px. */
const pageOf = ({ page }: Pick<Person, 'page'>) =>
  page.evaluate(() => ({
    lang: document.documentElement.lang,
    direction: getComputedStyle(document.documentElement).direction,
    tooWide: document.documentElement.scrollWidth - window.innerWidth,
  }));

describe.skipIf(chromium === null)('a show is played', () => {
  const fixture = openShowFixture(chromium);

  it.each(languages.filter((language) => language !== 'en'))('in %s', async (language) => {
    const { url } = fixture.server;
    const locale = toLocale(language);
    const inIt = { ...(locale && { locale }) };
    const right = {
      lang: language,
      direction: MIRRORED.has(language) ? 'rtl' : 'ltr',
      tooWide: 0,
    };
    const client = clientOf(url, DEFAULT_BRAND);
    const seat = await producerSeat(url);
    const { token } = seat;
    const made = await client.ok('createShow', {
      token,
      body: { title: 'Quiz', joining: 'anybody' },
      headers: { 'accept-language': language },
    });
    const show = stagedShow(client, token, made.show.rundown);
    await show.act({ type: 'add', questions: [{ text: 'Toast?' }] });
    await show.act({ type: 'goLive' });

    // A guest who reads the language chooses it on the page of the code.
    const guest = await arrive(fixture.browser, { url });
    const { page } = guest;
    await page.goto(`/join/${show.rundown().join?.code ?? ''}`);
    await page.getByRole('main').getByLabel(m.languageLabel()).selectOption(language);
    await page.getByLabel(m.joinNickname({}, inIt)).fill('Zoe');
    expect([await pageOf(guest), await axeFindings(page)]).toEqual([right, []]);
    await page.getByLabel(m.joinNickname({}, inIt)).press('Enter');
    await page.waitForURL(({ pathname }) => pathname === '/');

    // The screen comes up in the language of its browser, and follows the show.
    const screen = await arrive(fixture.browser, { url, desktop: true, seat });
    await screen.page.goto(stageScreenPath(DEFAULT_BRAND));
    await screen.page.locator(`html[lang="${language}"]`).waitFor();

    await show.release(0);
    await page
      .getByRole('article')
      .getByRole('button', { name: m.homeAnswerQuestion({}, inIt) })
      .click();
    await page.getByLabel(m.homeYourAnswer({}, inIt)).fill('Butter');
    await page.getByRole('button', { name: m.commonSubmit({}, inIt), exact: true }).click();
    await page.locator('[data-tile]').getByText('Butter').waitFor();
    expect([await pageOf(guest), await axeFindings(page)]).toEqual([right, []]);
    await show.act({ type: 'close', itemId: show.item(0).id });
    await show.settle(0, 'lock');
    await show.reveal(0);
    await screen.page.getByText('Butter').first().waitFor();
    expect(await pageOf(screen)).toEqual(right);
    await show.settle(0, 'publish');
    await show.act({ type: 'end' });
    expect([guest.faults, screen.faults]).toEqual([[], []]);
  });
});

/** Makes every text two fifths longer, as a translation may be, with letters that are no English ones. */
const PSEUDO = `
  const walker = document.createTreeWalker(document.querySelector('#root'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const words = node.data.trim();
    if (/\\p{L}{2}/u.test(words) && node.parentElement.closest('[translate=no], option') === null)
      node.data = node.data.replace(words, words.replaceAll('e', 'é') + ' ' + 'øøøøøø '.repeat(Math.ceil(words.length * 0.06)).trim());
  }
`;

/** The texts of controls and headings that do not fit into them. */
const cutOff = (page: Person['page']) =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, a, label, h1, h2, th')]
      .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1)
      .filter((each) => getComputedStyle(each).textOverflow !== 'ellipsis')
      .filter((each) => getComputedStyle(each).display !== 'inline')
      .map(({ textContent }) => textContent),
  );

describe.skipIf(chromium === null)('longer texts than English ones', () => {
  const fixture = openShowFixture(chromium);

  it.each([
    ['a phone', false, ['/join', '/login', '/register', '/how-it-works', '/support']],
    ['a desktop', true, ['/control', '/que-cards', '/admin', '/manage-users', '/profile']],
  ])('have room on %s', async (_, desktop, paths) => {
    const { url } = fixture.server;
    const seat = desktop ? { seat: await producerSeat(url) } : {};
    const { page } = await arrive(fixture.browser, { url, desktop, ...seat });
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.evaluate(PSEUDO);
      expect([path, (await pageOf({ page })).tooWide, await cutOff(page)]).toEqual([path, 0, []]);
    }
  });
});
