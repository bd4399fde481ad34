import type { Page } from 'playwright';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findChromium } from '#tests/support/chromium.ts';
import { openShowFixture } from '#tests/e2e/show-fixture.ts';
import { arrive, mailedLink, PASSWORD, type Person, seated, signIn } from '#tests/e2e/people.ts';

const chromium = findChromium();
const ANN = 'ann@home.example';
const ANNA = 'anna@home.example';
const BEN = 'ben@home.example';
const SECOND = 'second-thoughts-2026';
const THIRD = 'Third-Time-Lucky-3';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const main = (page: Page) => page.getByRole('main');
const press = (page: Page, name: string) => main(page).getByRole('button', { name }).click();
const at = (page: Page, path: string) => page.waitForURL(({ pathname }) => pathname === path);

/** Replaces the values of the fields with these labels. */
async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(text);
}

async function editProfile(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.goto('/profile');
  await press(page, 'Edit Profile');
  await fill(page, values);
  await press(page, 'Save Changes');
}

const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Logout' }).click();
  await at(page, '/login');
};

describe.skipIf(chromium === null)('an account', () => {
  const fixture = openShowFixture(chromium);
  /** Opens a phone and a desktop of one user. With a name, an account exists and is signed in on the desktop. */
  async function devices(name?: string): Promise<{ phone: Person; desk: Person }> {
    const { url } = fixture.server;
    const [phone, desk] = await Promise.all([
      arrive(fixture.browser, { url }),
      arrive(fixture.browser, {
        url,
        desktop: true,
        ...(name && { seat: await seated(url, name) }),
      }),
    ]);
    onTestFinished(() => phone.context.close());
    onTestFinished(() => desk.context.close());
    return { phone, desk };
  }

  it('can be registered, verified, renamed, and given another password and address [R2.signed-out-to-login R2.verify-success R2.verify-login-link R2.login-resend R4.profile-password-elsewhere R4.profile-email-confirmed R4.verify-repeat]', async () => {
    const { phone, desk } = await devices();
    const { page } = desk;

    // A visitor sees only what is public.
    for (const path of ['/', '/profile', '/leaderboard', '/payment', '/admin', '/que-cards']) {
      await page.goto(path);
      await at(page, '/login');
    }

    await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
    await fill(page, { Name: 'Ann', Email: ANN, Password: 'short' });
    await press(page, 'Register');
    await page.getByText('Password must be at least 6 characters long').waitFor();
    await fill(page, { Password: PASSWORD });
    await press(page, 'Register');
    await heading(page, 'Check Your Email').waitFor();
    await at(page, '/login');

    // The password is right, but the address is not verified yet.
    await fill(page, { Email: ANN, Password: PASSWORD });
    await press(page, 'Login');
    await page.getByText('Please verify your email address before logging in.').waitFor();
    await press(page, 'Resend Verification Email');
    await page.getByText('Verification email sent! Please check your email.').waitFor();

    await page.goto('/verify-email');
    await page.getByText(/^Invalid verification link\./).waitFor();
    const link = await mailedLink(fixture.server.url, ANN);
    await page.goto(link);
    await heading(page, 'Verification Successful!').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('link', { name: 'Go to Login Now' }).click();
    await phone.page.goto(link);
    await heading(phone.page, 'Verification Successful!').waitFor();
    await at(phone.page, '/login');

    await fill(page, { Email: ANN, Password: 'not the password' });
    await press(page, 'Login');
    await page.getByText('Wrong email or password.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(ANN);
    await signIn(desk, ANN, PASSWORD);
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual([
      'authToken',
      'userEmail',
      'userId',
      'userName',
      'userRole',
    ]);
    await signIn(phone, ANN, PASSWORD);

    await editProfile(page, { Name: '  Anna ' });
    await page.getByText('Profile updated.').waitFor();
    await page.getByRole('link', { name: 'Welcome, Anna' }).waitFor();

    // A new password signs out the other device, but not this one.
    await editProfile(page, { 'New password (optional)': SECOND, 'Confirm new password': 'other' });
    await page.getByText('Passwords do not match').waitFor();
    await fill(page, { 'Confirm new password': SECOND });
    await press(page, 'Save Changes');
    await page.getByText('Profile updated.').waitFor();
    await at(phone.page, '/login');
    await phone.page.getByText("You've been logged out. Please log in again.").waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Welcome, Anna' }).waitFor();

    // A new address takes effect once its mailed link is opened, here on the other device.
    await editProfile(page, { Email: ANNA });
    await page.getByText("We've emailed a link to your new address. Open it to confirm.").waitFor();
    await page.getByRole('definition').getByText(ANN, { exact: true }).waitFor();
    await phone.page.goto(await mailedLink(fixture.server.url, ANNA));
    await heading(phone.page, 'Verification Successful!').waitFor();
    await at(page, '/login');
    await signIn(desk, ANNA, SECOND);
    await page.goto('/profile');
    await page.getByRole('definition').getByText(ANNA, { exact: true }).waitFor();

    expect([...desk.faults, ...phone.faults]).toEqual([]);
  });

  it('gets a new password by a mailed link, which works once [R2.reset-invalid-link]', async () => {
    const { phone, desk } = await devices('Ben');
    const { page } = phone;
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await fill(page, { Email: BEN });
    await press(page, 'Send Reset Link');
    await heading(page, 'Check Your Email').waitFor();

    await page.goto('/reset-password');
    await heading(page, 'Invalid Reset Link').waitFor();
    const link = await mailedLink(fixture.server.url, BEN);
    await page.goto(link);
    await at(page, '/reset-password');
    await fill(page, { 'New password': THIRD, 'Confirm new password': THIRD });
    await press(page, 'Reset Password');
    await heading(page, 'Password Reset').waitFor();
    // Sessions with the old password have ended.
    await at(desk.page, '/login');
    await at(page, '/login');

    // The link works only once.
    await page.goto(link);
    await fill(page, { 'New password': THIRD, 'Confirm new password': THIRD });
    await press(page, 'Reset Password');
    await heading(page, 'Invalid Reset Link').waitFor();
    await signIn(phone, BEN, THIRD);
    expect([...desk.faults, ...phone.faults]).toEqual([]);
  });

  it('signs out in all tabs at once, and signs in again in all tabs [R4.logout-everywhere R4.logout-clears R4.logout-to-login]', async () => {
    const { desk } = await devices('Cleo');
    const { page, context } = desk;
    const other = await context.newPage();
    await other.goto('/profile');
    await heading(other, 'Profile').waitFor();
    await logOut(page);
    await at(other, '/login');
    expect(await other.evaluate(() => localStorage.length)).toBe(0);
    await other.goto('/profile');
    await at(other, '/login');
    await signIn(desk, 'cleo@home.example', PASSWORD);
    await at(other, '/');
    expect(desk.faults).toEqual([]);
  });
});
