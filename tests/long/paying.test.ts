import { describe, expect, it } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { QUESTION } from '#tests/e2e/acts.ts';
import { openShowFixture } from '#tests/e2e/show-fixture.ts';
import { at, button, ONCE, openQuestion, paid, pay, see, take, toCard } from '#tests/e2e/paying.ts';

const chromium = findChromium();

describe.skipIf(chromium === null)('a payment', () => {
  const fixture = openShowFixture(chromium);

  it('is made once after a refused card, from the question and back [R2.payment-pay R2.payment-way R2.payment-test-mode R2.success-redirect R4.payment-confirming-declined R4.payment-once R4.payment-already]', async () => {
    const { phone, ledger } = await openQuestion(fixture.browser, fixture.server.url);
    const { page } = phone;
    await toCard(phone);
    await see(page, QUESTION);
    await see(page, 'Entry Fee: $0.50');
    await see(page, 'Test mode: no money moves.');

    await pay(page);
    await see(page, 'Your card number is incomplete.');
    const number = page.getByLabel('Card number');
    await expect.poll(() => page.locator(':focus').getAttribute('autocomplete')).toBe('cc-number');
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    await number.fill('4000000000000002');
    expect(await number.getAttribute('aria-invalid')).toBeNull();
    await page.getByLabel('Expiry').fill('1240');
    await page.getByLabel('CVC').fill('123');
    const cardAt = () => number.evaluate((input) => input.getBoundingClientRect().top + scrollY);
    const before = await cardAt();
    await pay(page);
    await see(page, 'Your card was declined.');
    // The message about the card does not move the card.
    expect(await cardAt()).toBe(before);
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

    // Going back and forward shows it as paid and charges nothing.
    await page.goBack();
    await page.goBack();
    await at(page, '/payment');
    await see(page, 'You have already paid for this question.');
    expect(await button(page, /^Pay/).count()).toBe(0);
    await page.reload();
    await see(page, 'You have already paid for this question.');
    await page.getByRole('link', { name: 'Back to Questions' }).click();
    await see(page, 'Entry fee paid');
    expect(await ledger()).toEqual(ONCE);
    expect(phone.faults).toEqual([]);
  });
});
