import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright';
import { build } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '#server/db/client.ts';
import { openShowFixture } from '#tests/e2e/show-fixture.ts';
import {
  at,
  button,
  fee,
  ONCE,
  openQuestion,
  paid,
  pay,
  see,
  take,
  toCard,
  toPayment,
} from '#tests/e2e/paying.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { SQLITE_WORKER } from '#tests/support/databases.ts';
import { startPaymentProvider } from '#tests/support/payment-provider.ts';
import { removeDataDir, startProcess } from '#tests/support/process.ts';

const chromium = findChromium();
const CONFIRM = '**/v1/payment_intents/*/confirm';
const VERIFY = '**/api/game-sessions/confirm-payment';

describe.skipIf(chromium === null)('a payment', () => {
  const fixture = openShowFixture(chromium);
  const open = () => openQuestion(fixture.browser, fixture.server.url);

  it('can be refused or approved by 3-D Secure, and cancelled [R4.payment-cancelled]', async () => {
    const { phone, ledger } = await open();
    const { page } = phone;
    await toCard(phone);
    await button(page, 'Cancel payment').click();
    await at(page, '/cancel');
    expect(await ledger()).toEqual({ count: 0, total: 0 });

    await toCard(phone);
    await take(page, '4000 0025');
    for (const refuse of [
      () => button(page, 'Refuse').click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await pay(page);
      await page.getByRole('dialog', { name: '3-D Secure' }).waitFor();
      await refuse();
      await see(page, /^We are unable to authenticate your payment method\./);
    }
    await pay(page);
    await button(page, 'Approve').click();
    await paid(page);
    expect(await ledger()).toEqual(ONCE);
    expect(phone.faults).toEqual([]);
  });

  it('whose reply is lost is completed, and not charged twice [R4.payment-lost-reply]', async () => {
    const { phone, ledger } = await open();
    const { page } = phone;
    await toCard(phone);
    await take(page, '4000', '0119');
    await pay(page);
    await paid(page);
    expect(await ledger()).toEqual(ONCE);
    expect(phone.faults).toEqual([]);
  });

  it('is made once in two tabs [R4.payment-once]', async () => {
    const { phone, ledger } = await open();
    const { page } = phone;
    await toCard(phone);
    const tab = await phone.context.newPage();
    await tab.goto(page.url());
    await tab.getByLabel('Card number').waitFor();
    await take(page, '4242');
    await take(tab, '4242');
    await pay(page);
    await paid(page);
    await pay(tab);
    await paid(tab);
    expect(await ledger()).toEqual(ONCE);
  });

  it('continues after a reload [R4.payment-reload]', async () => {
    const { phone, ledger } = await open();
    const { page } = phone;
    await toCard(phone);
    let sent = 0;
    await page.route(CONFIRM, async (route) => {
      // The provider gets the card, but its reply never reaches the page.
      await route.fetch();
      sent += 1;
    });
    await take(page, '4242');
    await pay(page);
    await see(page, 'Paying with your card…');
    await expect.poll(() => sent).toBe(1);
    await page.reload();
    await see(page, 'You have already paid for this question.');
    expect(await ledger()).toEqual(ONCE);
  });

  it('waits for a lost connection, then asks for its state [R4.payment-lost-line]', async () => {
    const { phone, ledger } = await open();
    const { page } = phone;
    await toCard(phone);
    await page.route(CONFIRM, async (route) => {
      await route.fetch();
      await phone.context.setOffline(true);
      await route.abort('internetdisconnected');
    });
    await take(page, '4242');
    await pay(page);
    await see(page, /^We can't reach the server right now\./);
    expect(await page.getByLabel('Card number').isDisabled()).toBe(true);
    await phone.context.setOffline(false);
    await paid(page);
    expect(await ledger()).toEqual(ONCE);
  });

  it('that the provider is still processing is polled [R4.payment-processing]', async () => {
    const { phone, ledger } = await open();
    const { page } = phone;
    await toCard(phone);
    let isWorking = true;
    await page.route(VERIFY, (route: Route) =>
      isWorking
        ? route.fulfill({
            json: { message: 'The payment is being processed.', status: 'processing' },
          })
        : route.continue(),
    );
    await take(page, '4242');
    await pay(page);
    await see(page, "Your payment is being processed. We'll keep checking until it's done.");
    isWorking = false;
    await button(page, 'Ask Again Now').click();
    await paid(page);
    expect(await ledger()).toEqual(ONCE);
  });
});

const SCRIPT = 'https://js.stripe.com/**';

/** A stand-in for the provider's script: the card form of test mode, with requests to the provider's host. */
async function providerScript(): Promise<string> {
  const entry = 'provider.js';
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    root: join(import.meta.dirname, '../..'),
    plugins: [
      {
        name: 'provider',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? `import { createStandIn } from '/src/stand-in/stripe.ts';
               globalThis.Stripe = Object.assign(
                 (key) => createStandIn(key, 'https://api.stripe.com'), { version: 'endive' });`
            : null,
      },
    ],
    build: {
      write: false,
      cssCodeSplit: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  const output = z
    .object({ output: z.array(z.object({ type: z.string(), code: z.optional(z.string()) })) })
    .parse(Array.isArray(built) ? built[0] : built);
  return output.output.find(({ type }) => type === 'chunk')?.code ?? '';
}

/**
 * Starts a server with the provider's keys, and a stand-in for the provider, which pages reach at the provider's own
 * host name.
 */
async function startWithKeys() {
  const dataDir = await mkdtemp(join(tmpdir(), 'provider-'));
  const db = await openDatabase({ databaseUrl: null, dataDir, sqliteWorker: SQLITE_WORKER });
  const provider = await startPaymentProvider(db);
  const server = await startProcess({ env: provider.env });
  onTestFinished(async () => {
    await server.stop();
    await provider.close();
    await db.close();
    await removeDataDir(server.dataDir);
    await removeDataDir(dataDir);
  });
  return {
    url: server.url,
    attach: (page: Page) =>
      page.route('https://api.stripe.com/**', async (route) => {
        const { pathname, search } = new URL(route.request().url());
        const response = await route.fetch({ url: `${provider.url}${pathname}${search}` });
        await route.fulfill({ response, headers: { 'access-control-allow-origin': '*' } });
      }),
  };
}

describe.skipIf(chromium === null)('a payment with the provider’s keys', () => {
  const fixture = openShowFixture(chromium);

  it('says that the script is blocked, and is made after a retry [R4.payment-preparing-unavailable R4.payment-unavailable-preparing R4.payment-verifying-paid]', async () => {
    const { url, attach } = await startWithKeys();
    const { phone, ledger } = await openQuestion(fixture.browser, url);
    const { page } = phone;
    await attach(page);
    await page.route(SCRIPT, (route) => route.abort());
    await toPayment(phone);
    await see(page, /^The card form didn't load\./);
    expect(await page.getByText('Test mode').count()).toBe(0);
    await button(page, 'Try Again').click();
    await see(page, /^The card form didn't load\./);

    const script = await providerScript();
    await page.unroute(SCRIPT);
    await page.route(SCRIPT, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await button(page, 'Try Again').click();
    await take(page, '4000', '0002');
    await pay(page);
    await see(page, 'Your card was declined.');
    await take(page, '4242');
    await pay(page);
    await paid(page);
    expect(await ledger()).toEqual(ONCE);
  });

  it('gives up on a script that does not load within 10 s, and offers to load it again [R4.payment-preparing-unavailable]', async () => {
    const { url, attach } = await startWithKeys();
    const { phone } = await openQuestion(fixture.browser, url);
    const { page } = phone;
    await attach(page);
    await page.route(SCRIPT, () => {});
    await toPayment(phone);
    await see(page, /^The card form didn't load\./);
    const script = await providerScript();
    await page.unroute(SCRIPT);
    await page.route(SCRIPT, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await button(page, 'Try Again').click();
    await page.getByLabel('Card number').waitFor();
    expect(
      await page.evaluate(() => document.querySelectorAll('script[src*="stripe"]').length),
    ).toBe(1);
  });

  it('reloads the page when Back leads to it from another page', async () => {
    const { url, attach } = await startWithKeys();
    const { phone } = await openQuestion(fixture.browser, url);
    const { page } = phone;
    await attach(page);
    const script = await providerScript();
    await page.route(SCRIPT, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    );
    await toPayment(phone);
    await page.getByLabel('Card number').waitFor();
    await page.getByRole('link', { name: 'Back to Questions' }).click();
    await at(page, '/');
    await page.reload();
    await fee(page).waitFor();
    await page.goBack();
    await at(page, '/payment');
    await page.getByLabel('Card number').waitFor();
    expect(phone.faults).toEqual([]);
  });
});
