// The schemas of the contract as components of an OpenAPI 3.1 description, whose dialect is the one they are written in:
// only their references to each other change.

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
  // What only files that no caller sees refer to is left out.
  const all = JSON.stringify(components);
  const isRoot = (name: string) => /Response$/.test(name);
  return Object.fromEntries(
    Object.entries(components).filter(
      ([name]) =>
        isRoot(name) ||
        all.includes(`"#/components/schemas/${name}"`) ||
        all.includes(`"#/components/schemas/${name}/`),
    ),
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
    Object.entries(value).map(([key, each]) => {
      if (key === '$ref' && typeof each === 'string') return [key, moveReference(each, file, schemas)];
      const moved = moveReferences(each, file, schemas);
      return [key, isBranch(key) && isObject(moved) ? openBranch(moved) : moved];
    }),
  );
}

const isBranch = (key: string) => key === 'if' || key === 'then' || key === 'else';

/**
 * A branch names only the fields that it is about. Saying that there may be others changes nothing, since the schema
 * around it is closed, but keeps tools that close whatever is not said to be open from misreading it.
 */
function openBranch(branch: JsonObject): JsonObject {
  const { required, properties } = branch;
  const named = Array.isArray(required) ? required.map((name) => [name, true]) : [];
  return {
    ...branch,
    properties: { ...Object.fromEntries(named), ...(isObject(properties) && properties) },
    additionalProperties: true,
  };
}

function moveReference(reference: string, file: string, schemas: ReadonlyMap<string, JsonObject>): string {
  const [path, pointer = ''] = reference.split('#');
  const target = path || file;
  const schema = schemas.get(target);
  if (schema === undefined) throw new Error(`${file} refers to ${reference}, which is not there`);
  const [, definitions, name = '', ...rest] = pointer.split('/');
  if (definitions !== '$defs') return `#/components/schemas/${titleOf(target, schema)}${pointer}`;
  const definition = isObject(schema['$defs']) ? schema['$defs'][name] : undefined;
  if (!isObject(definition)) throw new Error(`${file} refers to ${reference}, which is not there`);
  return ['#/components/schemas', definitionName(name, definition), ...rest].join('/');
}
