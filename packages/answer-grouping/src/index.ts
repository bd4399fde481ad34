export type { TextContext } from './readings.ts';
export { differing } from './differing.ts';
export {
  type CountedText,
  type GroupIndex,
  groupTexts,
  groupTextsInSteps,
  indexGroupsInSteps,
  nearestGroup,
  type TextGroup,
} from './grouping.ts';
export { type Knowledge, NO_KNOWLEDGE } from './knowledge/knowledge.ts';
export {
  applyManualGroups,
  type ArrangedGroup,
  compareNames,
  type ManualGroup,
} from './manual-groups.ts';
export { readQuestion } from './question-intent.ts';
export {
  isPlausible,
  type Judgement,
  type MustDiffer,
  nextToJudgeInSteps,
  readPartition,
  type RefinedGroup,
  refineInSteps,
  type Refining,
} from './refine.ts';
export { runSteps, type Steps } from './steps.ts';
export { type Proposal, suggestInSteps, type Suggestion } from './suggestions.ts';
export { textKey } from './text.ts';
export type { MatchReason } from './match-reason.ts';
