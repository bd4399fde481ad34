import { writeFileSync } from 'node:fs';
import { COMPANION_FILE, companionText } from './companion-page.ts';

/* Writes the page of Bitfocus Companion. Usage: npm run companion */

writeFileSync(COMPANION_FILE, companionText());
