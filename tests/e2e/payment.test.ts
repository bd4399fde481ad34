import type { Page, Route } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { provideChromium } from '#tests/support/chromium.ts';
import { createQuestion, QUESTION, release } from './acts.ts';
import { openHouse } from './house.ts';
import { arrive, type Person, producer, register } from './people.ts';

const chromium = provideChromium();
const CONFIRM = '**/v1/payment_intents/*/confirm';
const VERIFY = '**/api/game-sessions/confirm-payment';

const at = (page: Page, path: string) => page.waitForURL(({ pathname }) => pathname === path);
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const pay = (page: Page) => button(page, 'Pay $0.50').click();
/** Fills in the test card whose number begins so. */
const take = async (page: Page, beginning: string, ending = '') => {
  await button(page, new RegExp(`^${beginning} .*${ending}`)).click();
};
const see = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const paid = (page: Page) => page.getByRole('heading', { name: 'Payment Successful!' }).waitFor();

describe.skipIf(chromium === null)('a payment', () => {
  const house = openHouse(chromium);

  /** A question that is open to people at home, its producer, and somebody at home who may pay for it. */
  async function openQuestion(): Promise<{ desk: Person; phone: Person }> {
    const { browser, server } = house;
    const desk = await producer(browser, server.url);
    await createQuestion(desk, QUESTION);
    await desk.page.goto('/que-cards');
    await release(desk, 'Home', { minutes: 10, seconds: 0 });
    const phone = await arrive(browser, { url: server.url });
    onTestFinished(() => desk.context.close());
    onTestFinished(() => phone.context.close());
    await register(phone, server.url, 'Vera Sommer');
    return { desk, phone };
  }
  const fee = (page: Page) => page.getByRole('link', { name: 'Entry Fee: $0.50' });
  /** From the question to its payment. */
  async function toPayment({ page }: Person): Promise<void> {
    await page.goto('/');
    await fee(page).click();
    await at(page, '/payment');
    await page.getByLabel('Card number').waitFor();
  }
  /** What the producer sees of the payments of the question. */
  async function ledger({ page }: Person): Promise<string> {
    await page.goto('/');
    const payments = page.getByRole('region', { name: 'Payments' });
    await payments
      .getByText(/payments?, \$|No payments yet/)
      .first()
      .waitFor();
    await payments
      .locator('details')
      .evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')));
    return payments.innerText();
  }
  const expectPaidOnce = async (desk: Person) => {
    const words = await ledger(desk);
    expect(words).toContain('1 payment, $0.50');
    expect(words.match(/\bpaid\b/g)).toHaveLength(1);
  };

  it('is refused, mended and made once, from the question and back [R2.payment-pay R2.payment-way R2.payment-test-mode R2.payments-of-session R2.success-redirect R4.payment-confirming-declined R4.payment-once R4.payment-already]', async () => {
    const { desk, phone } = await openQuestion();
    const { page } = phone;
    await toPayment(phone);
    await see(page, QUESTION);
    await see(page, 'Entry Fee: $0.50');
    await see(page, 'Test mode: no money moves.');

    await pay(page);
    await see(page, 'Your card number is incomplete.');
    await page.getByLabel('Card number').fill('4000000000000002');
    await page.getByLabel('Expiry').fill('1240');
    await page.getByLabel('CVC').fill('123');
    await pay(page);
    await see(page, 'Your card was declined.');
    await take(page, '4000', '9995');
    await pay(page);
    await see(page, 'Your card has insufficient funds.');
    expect(await page.getByLabel('Card number').inputValue()).toBe('4000 0000 0000 9995');

    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) sent.push(request.url());
    });
    await take(page, '4242');
    await button(page, 'Pay $0.50').dblclick();
    await at(page, '/success');
    await paid(page);
    expect(sent).toHaveLength(1);
    await at(page, '/');
    await see(page, 'Entry fee paid');

    // Back and forward find it paid, and take nothing.
    await page.goBack();
    await page.goBack();
    await at(page, '/payment');
    await see(page, 'You have already paid for this question.');
    expect(await button(page, /^Pay/).count()).toBe(0);
    await page.reload();
    await see(page, 'You have already paid for this question.');
    await page.getByRole('link', { name: 'Back to Questions' }).click();
    await see(page, 'Entry fee paid');
    await expectPaidOnce(desk);
    expect([...desk.faults, ...phone.faults]).toEqual([]);
  });

  it('goes through 3-D Secure, refused and approved, and can be cancelled [R4.payment-cancelled]', async () => {
    const { desk, phone } = await openQuestion();
    const { page } = phone;
    await toPayment(phone);
    await button(page, 'Cancel payment').click();
    await at(page, '/cancel');
    expect(await ledger(desk)).toContain('0 payments, $0.00');

    await toPayment(phone);
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
    await expectPaidOnce(desk);
    expect(phone.faults).toEqual([]);
  });

  it('whose reply is lost is found out, and not paid twice [R4.payment-lost-reply]', async () => {
    const { desk, phone } = await openQuestion();
    const { page } = phone;
    await toPayment(phone);
    await take(page, '4000', '0119');
    await pay(page);
    await paid(page);
    await expectPaidOnce(desk);
    expect(phone.faults).toEqual([]);
  });

  it('is made once in two tabs [R4.payment-once]', async () => {
    const { desk, phone } = await openQuestion();
    const { page } = phone;
    await toPayment(phone);
    const tab = await phone.context.newPage();
    await tab.goto(page.url());
    await tab.getByLabel('Card number').waitFor();
    await take(page, '4242');
    await take(tab, '4242');
    await pay(page);
    await paid(page);
    await pay(tab);
    await paid(tab);
    await expectPaidOnce(desk);
  });

  it('goes on where it is after a reload in the middle [R4.payment-reload]', async () => {
    const { desk, phone } = await openQuestion();
    const { page } = phone;
    await toPayment(phone);
    let sent = 0;
    await page.route(CONFIRM, async (route) => {
      // The provider has the card; the page never hears of it.
      await route.fetch();
      sent += 1;
    });
    await take(page, '4242');
    await pay(page);
    await see(page, 'Your card is sent to the payment provider.');
    await expect.poll(() => sent).toBe(1);
    await page.reload();
    await see(page, 'You have already paid for this question.');
    await expectPaidOnce(desk);
  });

  it('waits for a line that is lost in the middle, and asks [R4.payment-lost-line]', async () => {
    const { desk, phone } = await openQuestion();
    const { page } = phone;
    await toPayment(phone);
    await page.route(CONFIRM, async (route) => {
      await route.fetch();
      await phone.context.setOffline(true);
      await route.abort('internetdisconnected');
    });
    await take(page, '4242');
    await pay(page);
    await see(page, /^We cannot reach the server right now\./);
    expect(await page.getByLabel('Card number').isDisabled()).toBe(true);
    await phone.context.setOffline(false);
    await paid(page);
    await expectPaidOnce(desk);
  });

  it('that the provider still works on is asked for again [R4.payment-processing]', async () => {
    const { phone } = await openQuestion();
    const { page } = phone;
    await toPayment(phone);
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
    await see(page, 'The payment is being processed. We ask again until it is done.');
    isWorking = false;
    await button(page, 'Ask Again Now').click();
    await paid(page);
  });
});
