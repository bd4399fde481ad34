// `npm test`: runs `npm run check` and prints the time it took.
import { minutes, timed } from './processor-time.mjs';

const { code, wall, cpu } = await timed('npm', ['run', '-s', 'check']);
console.log(`Took ${minutes(wall)}; processor time (user and system) ${minutes(cpu)}.`);
process.exitCode = code;
