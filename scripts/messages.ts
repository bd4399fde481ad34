// `npm run messages`: compiles the texts of all languages, for editors and for the checks of types.
import { compiledMessages } from '../packages/messages/src/build/compile.ts';

await compiledMessages('node');
