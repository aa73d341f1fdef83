// Which names the admin ports answer to, by the settings.

import { ownHosts } from '../../src/health/own-hosts.ts';
import { isLoopback } from '../../src/serve/loopback.ts';
import { settings } from './settings.ts';

export const adminHosts = () => ownHosts(!isLoopback(settings.adminHost.value), settings.adminNames.value ?? []);
