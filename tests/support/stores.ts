import { afterAll } from 'vitest';
import { closeStores } from './databases.ts';

afterAll(closeStores);
