// Vitest runs this before each test file. A module that several files import is imported once for each worker, so that an
// `afterAll` of its own would be heard of by the first of them alone.

import { afterAll } from 'vitest';
import { closeAll } from './when-file-ends.ts';

afterAll(closeAll);
