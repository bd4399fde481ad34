import type { Locator, Page } from 'playwright';
import type { Scenario, ScenarioName, Who } from './scenario.ts';

/** The two viewports of every state, CSS px. */
export const SIZES = {
  phone: { width: 390, height: 780 },
  desktop: { width: 1280, height: 800 },
} as const;
export type Size = keyof typeof SIZES;
export const THEMES = ['dark', 'light'] as const;

export interface Scene {
  readonly page: Page;
  readonly scenario: Scenario;
}

/** One state of a screen, and how to reach it in a real browser on a real server. */
export interface State {
  /** Lower case, unique within its screen. */
  readonly name: string;
  readonly who: Who;
  /** The first page of the visit. */
  readonly at: string | ((scenario: Scenario) => string | Promise<string>);
  /** The server's data; a real round unless said otherwise. */
  readonly scenario?: ScenarioName;
  /** Prepares the scenario and the connection before the page is opened. */
  readonly given?: (scene: Scene) => Promise<unknown>;
  /** Uses real controls until the state is visible. May run again in the same scenario. */
  readonly reach: (scene: Scene) => Promise<unknown>;
  /** The content shown directly at the address: nothing may move, at either size. */
  readonly full?: boolean;
  /** The state of its screen with the most content, or a dialog: `npm test` checks it. */
  readonly smoke?: boolean;
  /** What a picture must show; the top of the page by default. */
  readonly show?: (page: Page) => Locator;
  /** The sizes in which the state exists; all by default. */
  readonly sizes?: readonly Size[];
}

export interface Screen {
  /** The name of its folder in `src/screens`. */
  readonly name: string;
  /** Its states change the server's data: no other screen shares its scenarios. */
  readonly changesScenario?: boolean;
  readonly states: readonly State[];
}

export const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { level: 1, name });
export const button = (place: Page | Locator, name: string | RegExp): Locator =>
  place.getByRole('button', { name, exact: typeof name === 'string' });
/** The submit button of the screen's own form; the header may have one of the same name. */
export const press = (page: Page, name: string): Promise<void> =>
  button(page.getByRole('main'), name).click();
/** Waits until a text is visible. */
export const see = (place: Page | Locator, text: string | RegExp): Promise<void> =>
  place.getByText(text).filter({ visible: true }).first().waitFor();
export const seeDialog = async (page: Page, name?: string | RegExp): Promise<Locator> => {
  const dialog = page.getByRole('dialog', name === undefined ? {} : { name });
  await dialog.waitFor();
  return dialog;
};
