// Vitest runs this before each test file. A module that several files import is evaluated once per worker, so an `afterAll` in
// it would apply to the first of them only.

import { afterAll } from 'vitest';
import { closeAll } from './when-file-ends.ts';

afterAll(closeAll);
