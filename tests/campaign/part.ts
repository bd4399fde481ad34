/** Options of a part of the campaign. `seed` determines its random choices; it ends soon after `budgetMs`. */
export interface CampaignOptions {
  readonly seed: number;
  readonly budgetMs: number;
  readonly log: (line: string) => void;
}

/** Runs the part; returns a line for each fault, with the command that replays it. */
export interface CampaignPart {
  readonly name: string;
  readonly run: (options: CampaignOptions) => Promise<readonly string[]>;
}
