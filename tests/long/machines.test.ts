// Property tests of charts and grouping, with more runs than in `npm test`.
await import('../../packages/answer-grouping/tests/grouping.property.test.ts');
await import('../../packages/answer-grouping/tests/refine.property.test.ts');
await import('../../packages/answer-grouping/tests/text.property.test.ts');
await import('../machines/answer.property.test.ts');
await import('../machines/endurance.property.test.ts');
await import('../machines/questions.property.test.ts');
