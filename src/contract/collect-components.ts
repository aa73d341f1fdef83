// Converts the contract's schemas to components of an OpenAPI 3.1 description. Both use the same JSON Schema dialect, so only
// references change. A reference to a part of another schema becomes a copy of that part, because several client generators
// only follow references to whole components.

/** JSON of any shape. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param schemas by file name; each has a title. Definitions inside them become components of their own. */
export function collectComponents(schemas: ReadonlyMap<string, JsonObject>): JsonObject {
  const components: JsonObject = {};
  for (const [file, { $schema: _dialect, $id: _id, $defs, ...schema }] of schemas) {
    if (Object.keys(schema).some((key) => key !== 'title' && key !== 'description'))
      components[titleOf(file, schema)] = moveReferences(schema, file, schemas);
    for (const [name, definition] of Object.entries(isObject($defs) ? $defs : {})) {
      if (isObject(definition))
        components[definitionName(name, definition)] = moveReferences(definition, file, schemas);
    }
  }
  // Leaves out components that no response refers to.
  const all = JSON.stringify(components);
  const isRoot = (name: string) => /Response$/.test(name);
  return Object.fromEntries(
    Object.entries(components).filter(([name]) => isRoot(name) || all.includes(`"#/components/schemas/${name}"`)),
  );
}

function titleOf(file: string, { title }: JsonObject): string {
  if (typeof title !== 'string') throw new Error(`the schema ${file} has no title`);
  return title;
}

const definitionName = (name: string, { title }: JsonObject): string =>
  typeof title === 'string' ? title : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function moveReferences(value: Json, file: string, schemas: ReadonlyMap<string, JsonObject>): Json {
  if (Array.isArray(value)) return value.map((each) => moveReferences(each, file, schemas));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      if (key === '$ref' && typeof each === 'string') return Object.entries(moveReference(each, file, schemas));
      return key === 'allOf' && isConditions(each) ? [] : [[key, moveReferences(each, file, schemas)]];
    }),
  );
}

/**
 * Conditions between fields (`if` and `then`). Client generators turn them into useless types or fail, so they are dropped
 * here; the schemas that the site serves keep them.
 */
const isConditions = (branches: Json): boolean =>
  Array.isArray(branches) && branches.every((branch) => isObject(branch) && 'if' in branch);

/** A reference to a component, or a copy of its target when that is a part of a component. */
function moveReference(reference: string, file: string, schemas: ReadonlyMap<string, JsonObject>): JsonObject {
  const [path, pointer = ''] = reference.split('#');
  const target = path || file;
  const schema = schemas.get(target);
  const steps = pointer.split('/').slice(1);
  const found = steps.reduce<Json | undefined>((at, step) => (isObject(at) ? at[step] : undefined), schema);
  if (schema === undefined || !isObject(found)) throw new Error(`${file} refers to ${reference}, which is not there`);
  const [definitions, name = ''] = steps;
  if (steps.length === 0) return { $ref: `#/components/schemas/${titleOf(target, schema)}` };
  if (steps.length === 2 && definitions === '$defs')
    return { $ref: `#/components/schemas/${definitionName(name, found)}` };
  const part = moveReferences(found, target, schemas);
  return isObject(part) ? part : {};
}
