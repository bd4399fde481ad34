import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, findChromium } from '#tests/support/chromium.ts';
import { type SpecBackend, startSpecBackend } from '#tests/support/spec-backend/backend.ts';
import { PRODUCER } from '#tests/support/spec-backend/store.ts';
import { answer, card, createQuestion, QUESTION, release } from '#tests/e2e/acts.ts';
import { reportPages } from '#tests/e2e/show-fixture.ts';
import { arrive, PASSWORD, type Person, signIn } from '#tests/e2e/people.ts';

const chromium = findChromium();
const VERA = 'vera@home.example';
const SECOND = 'Another-1-Password';
const CORA = 'cora@studio.example';

const at = (page: Person['page'], path: string) =>
  page.waitForURL(({ pathname }) => pathname === path);
const press = ({ page }: Person, name: string) =>
  page.getByRole('main').getByRole('button', { name }).first().click();
const see = ({ page }: Person, text: string | RegExp) => page.getByText(text).first().waitFor();
const row = ({ page }: Person, name: RegExp) => page.getByRole('row', { name }).first();
async function fill({ page }: Person, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).last().fill(text);
}

const EVENTS = [
  'question-released',
  'question-revoked',
  'timer-started',
  'questions-updated',
  'timer-expired',
  'show-answers',
];

/** The provider's script: a card input that is ready, and a card that is taken. */
const PROVIDER = `
  const element = { mount() {}, unmount() {}, destroy() {}, update() {}, off() {}, once() {},
    on(type, heard) { if (type === 'ready') setTimeout(() => heard(element)); return element; } };
  const elements = { create: () => element, getElement: () => element, update() {}, fetchUpdates() {}, submit() {} };
  const intent = (status) => async () => ({ paymentIntent: { status } });
  window.Stripe = () => ({ elements: () => elements, createToken() {}, createPaymentMethod() {}, registerAppInfo() {},
    _registerWrapper() {}, retrievePaymentIntent: intent('requires_payment_method'), confirmCardPayment: intent('succeeded') });
`;

/** An account: registered, refused before it is verified, verified, signed in. */
async function beginning(vera: Person, backend: SpecBackend): Promise<void> {
  await vera.page.goto('/register');
  await fill(vera, { Name: 'Vera Viewer', Email: VERA, Password: PASSWORD });
  await press(vera, 'Register');
  await see(vera, 'Check Your Email');
  await vera.page.goto('/login');
  await fill(vera, { Email: VERA, Password: PASSWORD });
  await press(vera, 'Login');
  await press(vera, 'Resend Verification Email');
  await see(vera, 'Verification email sent! Please check your email.');
  await vera.page.goto(backend.mailed(VERA));
  await see(vera, 'Verification Successful!');
  await signIn(vera, VERA, PASSWORD);
  await see(vera, 'No questions available');
}

/** The producer makes a contestant and, with the model's help, a question. */
async function preparing(pia: Person): Promise<void> {
  await signIn(pia, PRODUCER.email, PRODUCER.password);
  await pia.page.goto('/manage-users');
  await press(pia, 'Create User');
  await fill(pia, { Name: 'Cora Studio', Email: CORA, Password: PASSWORD });
  await pia.page.getByRole('dialog').getByLabel('Role').selectOption('3');
  await pia.page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await row(pia, /Cora Studio/).waitFor();
  await pia.page.goto('/generate-question');
  await fill(pia, { Topic: 'beaches' });
  await press(pia, 'Generate');
  await expect
    .poll(() => pia.page.getByLabel('Question', { exact: true }).inputValue())
    .toBe('Name something about beaches');
  await createQuestion(pia, QUESTION);
}

async function watching(vera: Person): Promise<void> {
  await vera.page.getByRole('tab', { name: "Today's Scores" }).click();
  await row(vera, /Cora Studio.*Studio.*5/).waitFor();
}

async function counting(pia: Person): Promise<void> {
  const { page } = pia;
  await card(page).getByText('2 answers').waitFor();
  await card(page).getByText('Top answers').waitFor();
  expect(await page.getByText('Not found').count()).toBe(0);
  await page.goto('/');
  await page.getByRole('region', { name: 'Answer distribution' }).getByText('Umbrella').waitFor();
  await page
    .getByRole('region', { name: 'AI grouping' })
    .getByText('2 answers in 1 group')
    .waitFor();
  await page.getByRole('region', { name: 'Payments' }).waitFor({ state: 'hidden' });
}

/** Each of the six events refreshes the list, and what was told by any of them the stats. */
async function hearing({ page }: Person, backend: SpecBackend): Promise<void> {
  const count = (call: RegExp) => backend.asked.filter((each) => call.test(each)).length;
  // Nobody else is a contestant.
  const lists = () => count(/contestant-questions/u);
  await page.goto('/leaderboard');
  await at(page, '/');
  await expect.poll(async () => page.getByText('Active: ').count()).toBe(1);
  await page.waitForLoadState('networkidle');
  const scores = count(/user-points/u);
  for (const event of EVENTS) {
    const before = lists();
    backend.emit(event);
    await expect.poll(lists).toBeGreaterThan(before);
  }
  await expect.poll(() => count(/user-points/u)).toBeGreaterThan(scores);
}

/** The rest of the producer's screens; nothing is shown of what only our server has. */
async function producing(pia: Person): Promise<void> {
  const { page } = pia;
  await page.goto('/gameshow');
  await page.goto('/admin');
  await see(pia, 'Updated today');
  await see(pia, '1 admin, 1 home viewer, 1 contestant');
  expect(await page.getByText('Not found').count()).toBe(0);
  await page.getByRole('tab', { name: 'Users' }).click();
  await row(pia, /Cora Studio/)
    .getByRole('button', { name: /Edit/ })
    .click();
  await fill(pia, { Name: 'Cora Contestant' });
  await press(pia, 'Save');
  await see(pia, 'User updated successfully!');
  await row(pia, /Cora Contestant/).waitFor();
  await page.getByRole('tab', { name: 'Questions' }).click();
  await row(pia, new RegExp(QUESTION))
    .getByRole('button', { name: /Delete/ })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Delete/ })
    .click();
  await see(pia, 'Question deleted successfully!');
}

/** The rest of the players' screens. */
async function playing(vera: Person, backend: SpecBackend): Promise<void> {
  const { page } = vera;
  await page.goto('/leaderboard');
  await row(vera, /Vera Viewer \(You\)/).waitFor();
  await page.goto('/profile');
  await press(vera, 'Edit Profile');
  await fill(vera, { Name: 'Vera Very' });
  await press(vera, 'Save Changes');
  await page.getByRole('link', { name: 'Welcome, Vera Very' }).waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await at(page, '/login');
  await page.goto('/forgot-password');
  await fill(vera, { Email: VERA });
  await press(vera, 'Send Reset Link');
  await see(vera, 'Check Your Email');
  await page.goto(backend.mailed(VERA));
  await fill(vera, { 'New password': SECOND, 'Confirm new password': SECOND });
  await press(vera, 'Reset Password');
  await see(vera, 'Password Reset');
  await signIn(vera, VERA, SECOND);
}

describe.skipIf(chromium === null)('a backend that says no more than the specification', () => {
  let browser: Browser;
  let backend: SpecBackend;
  beforeAll(async () => {
    [browser, backend] = await Promise.all([launchChromium(chromium ?? ''), startSpecBackend()]);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await reportPages(browser);
  });
  afterAll(async () => {
    await browser.close();
    await backend.close();
  });

  it('serves every screen and story: an account, a round, its producer, a payment [R7.json R7.user-answer R7.my-last-answer R7.timer-info R3.answer-status R3.answer-record R4.event-stats R4.event-question-released R4.event-question-revoked R4.event-timer-started R4.event-questions-updated R4.event-timer-expired R4.event-show-answers]', async () => {
    const { url } = backend;
    const [vera, cora, pia] = await Promise.all([
      arrive(browser, { url, desk: true }),
      arrive(browser, { url }),
      arrive(browser, { url, desk: true }),
    ]);

    await Promise.all([beginning(vera, backend), preparing(pia)]);
    await signIn(cora, CORA, PASSWORD);

    // A release reaches home viewers by a bare event; the answer is known after a reload.
    await pia.page.goto('/que-cards');
    await release(pia, 'Home', { minutes: 5, seconds: 0 });
    await see(vera, 'A question is open.');
    await answer(vera, 'Umbrella');
    await vera.page.reload();
    await card(vera.page).getByText('Answered', { exact: true }).first().waitFor();
    await see(vera, 'Your answer: Umbrella');
    await vera.page.getByRole('region', { name: 'Your standing' }).getByText('1st').waitFor();
    await row(vera, /Vera Viewer \(You\).*Home.*1/).waitFor();

    // So does a release to the studio, whose player page counts down and then knows the answer.
    await cora.page.goto('/my-answer');
    await see(cora, 'No recent question found');
    await release(pia, 'Studio', { minutes: 5, seconds: 0 });
    await cora.page.getByText(/^4:\d\d$/).waitFor();
    await cora.page.getByRole('link', { name: 'Answer Question' }).click();
    await answer(cora, 'umbrella');
    await cora.page.goto('/my-answer');
    await see(cora, 'Saved');

    // What the contestant did moves the boards of others, and what the producer sees.
    await Promise.all([watching(vera), counting(pia)]);

    // Paid at the provider, who stands in for itself, and confirmed by the backend.
    await vera.page.route('https://js.stripe.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: PROVIDER }),
    );
    await vera.page.getByRole('link', { name: 'Entry Fee: $0.50' }).click();
    await press(vera, 'Pay $0.50');
    await see(vera, 'Payment Successful!');
    await at(vera.page, '/');

    // A revoke takes the question away.
    await pia.page.goto('/que-cards');
    await press(pia, 'Revoke from Home');
    await card(vera.page).waitFor({ state: 'hidden' });

    await Promise.all([producing(pia), playing(vera, backend), hearing(cora, backend)]);

    for (const { faults } of [vera, cora, pia]) expect(faults).toEqual([]);
    expect(backend.breaches).toEqual([]);
    for (const call of [/GET .*user-answer/, /GET .*timer-info/, /POST .*my-last-answer/])
      expect(backend.asked).toContainEqual(expect.stringMatching(call));
  });
});
