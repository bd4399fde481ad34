// What chance finds in charts and in grouping, looked for longer than in `npm test`.
await import('../grouping/grouping.property.test.ts');
await import('../grouping/refine.property.test.ts');
await import('../grouping/text.property.test.ts');
await import('../machines/answer.property.test.ts');
await import('../machines/endurance.property.test.ts');
await import('../machines/questions.property.test.ts');
