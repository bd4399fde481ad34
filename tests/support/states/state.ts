import type { Locator, Page } from 'playwright';
import type { Scenario, ScenarioName, Who } from './scenario.ts';

/** The two sizes in which every state is looked at, CSS px. */
export const SIZES = {
  phone: { width: 390, height: 780 },
  desk: { width: 1280, height: 800 },
} as const;
export type Size = keyof typeof SIZES;
export const THEMES = ['dark', 'light'] as const;

export interface Scene {
  readonly page: Page;
  readonly scenario: Scenario;
}

/** One state of a screen, and the way there in a real browser on a real server. */
export interface State {
  /** Lower case, unique within its screen. */
  readonly name: string;
  readonly who: Who;
  /** Where the visit begins. */
  readonly at: string | ((scenario: Scenario) => string | Promise<string>);
  /** The server's data; a real round unless said otherwise. */
  readonly scenario?: ScenarioName;
  /** What the scenario and the line are like before the page is asked for. */
  readonly given?: (scene: Scene) => Promise<unknown>;
  /** From there by real controls until the state is seen. May be walked again in the same scenario. */
  readonly reach: (scene: Scene) => Promise<unknown>;
  /** The content as it comes straight from the address: nothing may move, in either size. */
  readonly full?: boolean;
  /** Of its screen's states the one that shows most, or a dialog: `npm test` looks at it. */
  readonly smoke?: boolean;
  /** What a picture must show; the top of the page unless said otherwise. */
  readonly show?: (page: Page) => Locator;
  /** Where it exists; everywhere unless said otherwise. */
  readonly sizes?: readonly Size[];
}

export interface Screen {
  /** As its folder in `src/screens`. */
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
/** Waits until a text is seen. */
export const see = (place: Page | Locator, text: string | RegExp): Promise<void> =>
  place.getByText(text).filter({ visible: true }).first().waitFor();
export const seeDialog = async (page: Page, name?: string | RegExp): Promise<Locator> => {
  const dialog = page.getByRole('dialog', name === undefined ? {} : { name });
  await dialog.waitFor();
  return dialog;
};
