// The bundled function in the runtimes that run it as a server: settings, and how each passes on headers and paths.

import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { bucketOfTest } from '../../support/bucket-of-test.ts';
import { publishedForm } from '../../support/published-folder.ts';
import { rawClient } from '../../support/raw-client.ts';
import { listPath } from '../../support/served.ts';
import { bucketVariables, isRuntimeInstalled, startBundle } from '../../support/start-bundle.ts';

const installed = (['deno', 'bun', 'node'] as const).filter(isRuntimeInstalled);

describe.skipIf(inject('bucket') === null).each(installed)("under %s (needs Ceph's radosgw)", (runtime) => {
  test('an invalid setting ends it with an error that names the setting', async () => {
    const variables = bucketVariables(bucketOfTest());
    await expect(startBundle(runtime, { ...variables, REFUSE_AFTER: '1m' })).rejects.toThrow(
      'error: REFUSE_AFTER must be whole seconds from 1',
    );
    await expect(startBundle(runtime, { ...variables, HOST: '0.0.0.0' })).rejects.toThrow('set BEHIND_TLS_PROXY=yes');
    await expect(startBundle(runtime, {})).rejects.toThrow('set S3_BUCKET_URL');
  });

  test('two Authorization headers are a 401, and paths are not normalised', async () => {
    const place = bucketOfTest();
    const key = await publishedForm(place.store).addOrganisation('north', { v1: { id: 'v1' } });
    const bundle = await startBundle(runtime, bucketVariables(place));
    const client = rawClient(bundle.port);
    onTestFinished(async () => {
      client.close();
      await bundle.close();
    });
    const bearer = `Bearer ${key}`;
    const twice = { Authorization: [bearer, bearer] as unknown as string }; // as node's client sends a header twice
    expect((await client.call({ path: listPath, headers: twice })).status).toBe(401);
    for (const path of [`${listPath}/v1/../v1`, `${listPath}/./v1`, `${listPath}/%2e%2e/timetables/v1`])
      expect((await client.call({ path, headers: { Authorization: bearer } })).status, path).toBe(404);
    expect((await client.call({ path: `${listPath}/v1`, headers: { Authorization: bearer } })).status).toBe(200);
  });
});
