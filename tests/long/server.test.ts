// Property tests of the server, with more runs than in `npm test`.
await import('../realtime/lossy-line.test.ts');
await import('../server/crash/kill.test.ts');
await import('../server/grouping/histories.test.ts');
await import('../server/payments/histories.test.ts');
await import('../server/releases/agreement.test.ts');
await import('../server/results/histories.test.ts');
await import('../server/stage/histories.test.ts');
