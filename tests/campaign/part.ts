/** What a part of the campaign is given. `seed` makes its choices; it ends soon after `budgetMs`. */
export interface CampaignOptions {
  readonly seed: number;
  readonly budgetMs: number;
  readonly log: (line: string) => void;
}

/** One line a fault that was found, with what replays it; empty: none. */
export interface CampaignPart {
  readonly name: string;
  readonly run: (options: CampaignOptions) => Promise<readonly string[]>;
}
