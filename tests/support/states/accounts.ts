import { m } from 'messages';
import { cut, hold, holdMoments } from './line.ts';
import { heading, press, see, type Scene, type Screen } from './state.ts';
import { PASSWORD, type Scenario } from './scenario.ts';

interface Typed {
  readonly [label: string]: string;
}
const fill = async ({ page }: Scene, typed: Typed): Promise<void> => {
  for (const [label, text] of Object.entries(typed))
    await page.getByRole('main').getByLabel(label, { exact: true }).fill(text);
};
/** Fills in the form of a screen, presses the button and waits for this text. */
export const submit =
  (name: string, typed: Typed, seen: string | RegExp) =>
  async (scene: Scene): Promise<void> => {
    await fill(scene, typed);
    await press(scene.page, name);
    await see(scene.page, seen);
  };

const LOGIN = '**/api/auth/login';
const credentials = { Email: 'vera@show.example', Password: PASSWORD };
let newcomers = 0;
/** An unused address: mails to one user are limited. */
const newAddress = (): string => `nele.${(newcomers += 1)}@show.example`;
/** Registers a user who has not opened the mailed link; returns the address. */
export async function newcomer({ ask }: Scenario): Promise<string> {
  const email = newAddress();
  await ask('register', { body: { name: 'Nele New', email, password: PASSWORD } });
  return email;
}

export const login: Screen = {
  name: 'login',
  changesScenario: true,
  states: [
    {
      name: 'empty',
      full: true,
      who: 'nobody',
      at: '/login',
      reach: ({ page }) => heading(page, 'Login').waitFor(),
    },
    {
      name: 'nothing typed',
      who: 'nobody',
      at: '/login',
      reach: submit('Login', {}, m.loginRequired()),
    },
    {
      name: 'refused',
      who: 'nobody',
      at: '/login',
      reach: submit('Login', { ...credentials, Password: 'wrong' }, m.loginWrong()),
    },
    {
      name: 'logging in',
      who: 'nobody',
      at: '/login',
      given: ({ page }) => hold(page, LOGIN),
      reach: submit('Login', credentials, 'Logging in…'),
    },
    {
      name: 'offline',
      who: 'nobody',
      at: '/login',
      given: ({ page }) => cut(page, LOGIN),
      reach: submit('Login', credentials, /^Network error/),
    },
    {
      name: 'needs verification',
      who: 'nobody',
      at: '/login',
      reach: async (scene) => {
        const Email = await newcomer(scene.scenario);
        await submit('Login', { Email, Password: PASSWORD }, 'Verify your email')(scene);
      },
    },
  ],
};

const registering =
  (typed: Typed, seen: string | RegExp) =>
  (scene: Scene): Promise<void> =>
    submit(
      'Register',
      { Name: 'Nele New', Email: newAddress(), Password: PASSWORD, ...typed },
      seen,
    )(scene);

export const register: Screen = {
  name: 'register',
  changesScenario: true,
  states: [
    {
      name: 'empty',
      full: true,
      who: 'nobody',
      at: '/register',
      reach: ({ page }) => heading(page, 'Register').waitFor(),
    },
    {
      name: 'name missing',
      who: 'nobody',
      at: '/register',
      reach: async ({ page }) => {
        await press(page, 'Register');
        await page.locator('[aria-invalid=true]').first().waitFor();
      },
    },
    {
      name: 'password too common',
      who: 'nobody',
      at: '/register',
      reach: registering({ Password: 'password' }, m.passwordCommon()),
    },
    {
      name: 'sending',
      who: 'nobody',
      at: '/register',
      given: ({ page }) => hold(page, '**/api/auth/register'),
      reach: registering({}, /…$/),
    },
    {
      name: 'offline',
      who: 'nobody',
      at: '/register',
      given: ({ page }) => cut(page, '**/api/auth/register'),
      reach: registering({}, /^Network error/),
    },
    {
      name: 'check your email',
      who: 'nobody',
      at: '/register',
      given: ({ page }) => holdMoments(page),
      reach: registering({}, m.registerDone()),
    },
  ],
};
