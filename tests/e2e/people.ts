import type { Browser, BrowserContext, Page } from 'playwright';
import { z } from 'zod';
import { ROLE, type RoleId } from '#machines/contract/entities.ts';
import { ADMIN, until } from '#tests/support/process.ts';
import { asker, type Seat, sessionOf, signIn as takeSeat } from '#tests/support/states/scenario.ts';

export const PASSWORD = 'quiz-night-2026';

/** A user on a separate device: one browser context, one page. */
export interface Person {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the page; must stay empty. */
  readonly faults: string[];
}

export interface DeviceOptions {
  readonly url: string;
  /** Whether the device is a desktop; a phone by default. */
  readonly desktop?: boolean;
  /** The signed-in user; none by default. */
  readonly seat?: Seat;
  /** How wrong the device's clock is, ms. */
  readonly clockSkewMs?: number;
  /** Whether animations run; off by default. */
  readonly moves?: boolean;
  /** Runs in each page before its own scripts. */
  readonly first?: string;
}

/** Messages that the browser logs about a refused call or a lost connection. */
const OF_THE_LINE = /^(?:Failed to load resource|WebSocket connection to)/;

/** Opens a device on the show's front page. */
export async function arrive(browser: Browser, options: DeviceOptions): Promise<Person> {
  const context = await browser.newContext({
    baseURL: options.url,
    viewport: options.desktop === true ? { width: 1280, height: 800 } : { width: 390, height: 780 },
    reducedMotion: options.moves === true ? 'no-preference' : 'reduce',
    ...(options.seat === undefined
      ? {}
      : {
          storageState: {
            cookies: [],
            origins: [{ origin: options.url, localStorage: sessionOf(options.seat) }],
          },
        }),
  });
  if (options.clockSkewMs !== undefined) {
    await context.addInitScript((skew: number) => {
      const RealDate = Date;
      const now = (): number => RealDate.now() + skew;
      globalThis.Date = new Proxy(RealDate, {
        construct: (target, given: unknown[]) =>
          Reflect.construct(target, given.length === 0 ? [now()] : given),
        get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
      });
    }, options.clockSkewMs);
  }
  if (options.first !== undefined) await context.addInitScript(options.first);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !OF_THE_LINE.test(message.text()))
      faults.push(message.text());
  });
  await page.goto('/');
  return { page, context, faults };
}

const mailsSchema = z.array(z.object({ subject: z.string(), links: z.array(z.string()) }));

/** The newest link mailed to an address, as a path on the show's own host. */
export async function mailedLink(url: string, address: string): Promise<string> {
  let link: string | undefined;
  await until(`a mail reaches ${address}`, async () => {
    const answer = await fetch(`${url}/dev/mailbox/messages?to=${encodeURIComponent(address)}`);
    link = mailsSchema.parse(await answer.json())[0]?.links[0];
    return link !== undefined;
  });
  const { pathname, search } = new URL(link ?? '');
  return pathname + search;
}

export async function signIn({ page }: Person, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await page.waitForURL(({ pathname }) => pathname === '/');
}

const emailOf = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@home.example`;

/** Registers through the form and the mail, as a user does, and signs in. */
export async function register(person: Person, url: string, name: string): Promise<void> {
  const { page } = person;
  const email = emailOf(name);
  await page.goto('/register');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click();
  await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  await page.goto(await mailedLink(url, email));
  await page.waitForURL('**/login');
  await signIn(person, email, PASSWORD);
}

const producerSeats = new Map<string, Promise<Seat>>();
/** The first admin of a server, signed in once. */
export function producerSeat(url: string): Promise<Seat> {
  const seat = producerSeats.get(url) ?? takeSeat(asker(url), ADMIN.email, ADMIN.password);
  producerSeats.set(url, seat);
  return seat;
}

/**
 * A new account that is already signed in, for tests not about signing in; a home viewer by
 * default.
 */
export async function seated(
  url: string,
  name: string,
  role_id: RoleId = ROLE.home,
): Promise<Seat> {
  const ask = asker(url);
  const { token } = await producerSeat(url);
  const email = emailOf(name);
  await ask('createUser', { token, body: { name, email, password: PASSWORD, role_id } });
  return takeSeat(ask, email, PASSWORD);
}

/** The producer, signed in at a desktop. */
export const producer = async (browser: Browser, url: string): Promise<Person> =>
  arrive(browser, { url, desktop: true, seat: await producerSeat(url) });
