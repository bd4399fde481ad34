import { m } from 'messages';
import { submit } from './accounts.ts';
import { cut, hold, holdMoments } from './line.ts';
import { button, heading, press, type Scene, type Screen } from './state.ts';

const PROFILE = '**/api/auth/profile';
const edit = async ({ page }: Scene): Promise<void> => {
  await press(page, 'Edit Profile');
  await button(page, 'Save Changes').waitFor();
};
const save =
  (typed: Record<string, string>, seen: string | RegExp) =>
  async (scene: Scene): Promise<void> => {
    await edit(scene);
    await submit('Save Changes', typed, seen)(scene);
  };

export const profile: Screen = {
  name: 'profile',
  changesScenario: true,
  states: [
    {
      name: 'view',
      full: true,
      who: 'viewer',
      at: '/profile',
      reach: ({ page }) => button(page, 'Edit Profile').waitFor(),
    },
    {
      name: 'view with the longest name',
      who: 'longName',
      at: '/profile',
      reach: ({ page }) => button(page, 'Edit Profile').waitFor(),
    },
    { name: 'edit', who: 'viewer', at: '/profile', reach: edit },
    {
      name: 'passwords differ',
      who: 'viewer',
      at: '/profile',
      reach: save(
        { 'New password (optional)': 'Quiz-Night-2027', 'Confirm new password': 'Quiz' },
        m.profileMismatch(),
      ),
    },
    {
      name: 'address taken',
      who: 'viewer',
      at: '/profile',
      reach: save({ Email: 'cora@show.example' }, /already|confirm/),
    },
    {
      name: 'saving',
      who: 'viewer',
      at: '/profile',
      given: ({ page }) => hold(page, PROFILE),
      reach: save({ Name: 'Vera S.' }, 'Saving…'),
    },
    {
      name: 'offline',
      who: 'viewer',
      at: '/profile',
      given: ({ page }) => cut(page, PROFILE),
      reach: save({ Name: 'Vera S.' }, /^Network error/),
    },
    {
      name: 'saved',
      who: 'viewer',
      at: '/profile',
      reach: save({ Name: 'Vera S.' }, m.profileDone()),
    },
  ],
};

const message = async (scene: Scene, seen: string | RegExp): Promise<void> => {
  await scene.page.getByLabel('Subject').selectOption({ label: 'Bug report' });
  const typed = {
    Name: 'Vera Sommer',
    Email: 'vera@show.example',
    Message: 'The lamp was on and I could not answer.',
  };
  await submit('Send Message', typed, seen)(scene);
};

export const contact: Screen = {
  name: 'contact',
  states: [
    {
      name: 'empty',
      who: 'nobody',
      at: '/contact',
      reach: ({ page }) => heading(page, 'Contact').waitFor(),
    },
    {
      name: 'signed in',
      who: 'viewer',
      at: '/contact',
      reach: ({ page }) => heading(page, 'Contact').waitFor(),
    },
    {
      name: 'subject missing',
      who: 'viewer',
      at: '/contact',
      reach: submit('Send Message', { Message: 'Hello!' }, m.contactNoSubject()),
    },
    {
      name: 'sending',
      who: 'nobody',
      at: '/contact',
      given: ({ page }) => holdMoments(page),
      reach: (scene) => message(scene, 'Sending…'),
    },
    {
      name: 'sent',
      who: 'nobody',
      at: '/contact',
      reach: (scene) => message(scene, m.contactSent()),
    },
  ],
};

const opinion = async (scene: Scene, seen: string | RegExp): Promise<void> => {
  const { page } = scene;
  await page.getByLabel('Category').selectOption({ label: 'Scoring' });
  await page.getByRole('radio', { name: 'Very Good' }).check();
  await page.getByLabel('I would recommend').check();
  const typed = { Title: 'Groups', Description: 'I like how answers meet.' };
  await submit('Submit Feedback', typed, seen)(scene);
};

export const feedback: Screen = {
  name: 'feedback',
  states: [
    {
      name: 'empty',
      who: 'nobody',
      at: '/feedback',
      reach: ({ page }) => heading(page, 'Feedback').waitFor(),
    },
    {
      name: 'category missing',
      who: 'viewer',
      at: '/feedback',
      reach: submit('Submit Feedback', {}, m.feedbackNoCategory()),
    },
    {
      name: 'rating missing',
      who: 'viewer',
      at: '/feedback',
      reach: async (scene) => {
        await scene.page.getByLabel('Category').selectOption({ label: 'Scoring' });
        await submit('Submit Feedback', {}, m.feedbackNoRating())(scene);
      },
    },
    {
      name: 'sending',
      who: 'viewer',
      at: '/feedback',
      given: ({ page }) => holdMoments(page),
      reach: (scene) => opinion(scene, 'Sending…'),
    },
    {
      name: 'sent',
      who: 'viewer',
      at: '/feedback',
      reach: (scene) => opinion(scene, m.feedbackSent()),
    },
  ],
};
