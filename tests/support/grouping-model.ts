import { z } from 'zod';
import { type ModelRequest, faults, type ModelBehaviour, says } from './model-server.ts';

const askedSchema = z.strictObject({
  question: z.string(),
  answers: z.array(z.strictObject({ id: z.string(), text: z.string() })),
});
export type GroupingRequest = z.infer<typeof askedSchema>;

/** The content of a grouping request; throws if it is invalid. */
export const parseGroupingRequest = ({ data }: ModelRequest): GroupingRequest =>
  askedSchema.parse(data);

type Change = (groups: string[][]) => string[][];

/** Groups texts by a table of meanings; `change` plants a fault. */
export const grouping =
  (meaningOf: (text: string) => string, change: Change = (groups) => groups): ModelBehaviour =>
  (response, asked) => {
    const groups = new Map<string, string[]>();
    for (const { id, text } of parseGroupingRequest(asked).answers) {
      const meaning = meaningOf(text);
      groups.set(meaning, [...(groups.get(meaning) ?? []), id]);
    }
    says({ groups: change([...groups.values()]) })(response, asked);
  };

/** A model that merges nothing. */
export const apart = grouping((text) => text);

/** A model whose reply is not a partition of the request. */
const misgrouping = (change: Change): ModelBehaviour => grouping((text) => text, change);

/** All faults of a grouping model. */
export const groupingFaults = {
  'hanging up': faults['hanging up'],
  'busy for long': faults['busy for long'],
  failing: faults.failing,
  'not letting us in': faults['not letting us in'],
  'no JSON': faults['no JSON'],
  declining: faults.declining,
  '5 MB': faults['5 MB'],
  prose: faults.prose,
  'another form': faults['another form'],
  'numbers for ids': says({ groups: [[1, 2], [3]] }),
  'texts for ids': (response, asked) => {
    const { answers } = parseGroupingRequest(asked);
    says({ groups: [answers.map(({ text }) => text)] })(response, asked);
  },
  inventing: misgrouping((groups) => [...groups, ['x999']]),
  dropping: misgrouping((groups) => groups.slice(1)),
  doubling: misgrouping((groups) => [...groups, groups[0] ?? []]),
  'an empty group': misgrouping((groups) => [...groups, []]),
  nothing: says({ groups: [] }),
} as const satisfies Record<string, ModelBehaviour>;

/** Obeys an instruction in an answer: everything becomes one group. */
export const obedient: ModelBehaviour = grouping(() => 'the same');
