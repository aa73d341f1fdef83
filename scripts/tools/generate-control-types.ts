// Writes src/pages/dashboard/control.generated.ts: what each call of the control API takes and answers, for the dashboard's page. It
// comes from the description that the dashboard serves. A test regenerates it and compares.

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { pino } from 'pino';
import ts from 'typescript';
import { createDashboard, type DashboardOptions } from '../../src/dashboard/create-dashboard.ts';

export const controlTypesFile = fileURLToPath(
  new URL('../../src/pages/dashboard/control.generated.ts', import.meta.url),
);

const root = '/control/v1';

/** Described by the contract, whose types the page has anyway. */
const ofContract = ['Timetable', 'Calendar', 'DayChanges'];

type Operation = { operationId?: string; parameters?: unknown; responses?: Record<string, unknown> };
type Described = { paths: Record<string, Record<string, Operation>> };

export async function generateControlTypes(): Promise<string> {
  const description: OpenAPI3 & Described = JSON.parse(await describeControl());
  const methods = Object.values(description.paths).flatMap((path) =>
    Object.entries(path).flatMap(([method, operation]) => {
      const { operationId, responses = {} } = operation;
      if (operationId === undefined) return [];
      // Refusals are problems, whatever was asked for; what is in an address is written by hand.
      delete operation.parameters;
      operation.responses = Object.fromEntries(Object.entries(responses).filter(([status]) => status < '400'));
      return [`  ${operationId}: '${method.toUpperCase()}';\n`];
    }),
  );
  const types = await openapiTypes(description, {
    transform: (_, { path = '' }) =>
      ofContract.includes(path.replace('#/components/schemas/', ''))
        ? ts.factory.createTypeReferenceNode(path.replace('#/components/schemas/', ''))
        : undefined,
  });
  return [
    "// Generated from the control API's description by `npm run generate-types`. Do not edit.\n",
    `import type { ${ofContract.toSorted().join(', ')} } from '../../contract/types.generated.ts';\n`,
    astToString(types.filter((node) => !isPaths(node))),
    `export interface methods {\n${methods.toSorted().join('')}}\n`,
  ].join('\n');
}

/** Each address with its methods, most of which it has not: nobody needs them. */
const isPaths = (node: ts.Node) => ts.isInterfaceDeclaration(node) && node.name.text === 'paths';

/** The description as the dashboard serves it, but for the contract's own components. */
async function describeControl(): Promise<string> {
  const options = {
    ...{ log: pino({ level: 'silent' }), tls: null, behindTlsProxy: false, names: [], page: null, contract: new Map() },
    connections: { watch: () => {}, hurry: () => {} },
    newId: () => '',
  };
  // Routes are declared, and none is asked that would need the rest.
  const app = await createDashboard(options as unknown as DashboardOptions);
  const { body } = await app.inject({ url: `${root}/openapi.json`, headers: { host: 'localhost' } });
  await app.close();
  return body;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(controlTypesFile, await generateControlTypes());
  console.log(`Wrote ${controlTypesFile}`);
}
