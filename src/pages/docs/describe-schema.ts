// Describes a schema of the API in HTML: the type of a field in one line, the fields of an object as a list. A list fits on
// a phone, unlike a table of three columns.

/** The keywords that the contract uses. */
export type Schema = {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: (string | null)[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};
export type Schemas = Readonly<Record<string, Schema>>;

const nameIn = ($ref: string): string => $ref.split('/').at(-1) ?? $ref;

/** Schemas with fields get a section of their own; others are described where they are used. */
export const hasFields = (schema: Schema | undefined): schema is Schema & { properties: Record<string, Schema> } =>
  schema?.properties !== undefined;

/** Such as `string or null`, or a link to the section of an object. HTML. */
function typeInWords(schema: Schema, schemas: Schemas): string {
  const { $ref, anyOf, items, type } = schema;
  if ($ref !== undefined) {
    const name = nameIn($ref);
    const target = schemas[name];
    return hasFields(target) ? `<a href="#${name}">${name}</a>` : typeInWords(target ?? {}, schemas);
  }
  if (schema.const !== undefined) return `<code>${escapeText(JSON.stringify(schema.const))}</code>`;
  if (schema.enum !== undefined)
    return schema.enum.map((value) => (value === null ? 'null' : `<code>${escapeText(value)}</code>`)).join(' or ');
  if (anyOf !== undefined) return anyOf.map((each) => typeInWords(each, schemas)).join(' or ');
  if (type === 'array') return `array of ${typeInWords(items ?? {}, schemas)}`;
  return [type ?? 'any'].flat().join(' or ');
}

/** The description of a field, or else of the schema that it refers to. */
function aboutField({ description, $ref, anyOf, items }: Schema, schemas: Schemas): string {
  if (description !== undefined) return description;
  const [reference] = [$ref, ...(anyOf ?? []).map((each) => each.$ref), items?.$ref].filter(
    (each) => each !== undefined,
  );
  const target = reference === undefined ? undefined : schemas[nameIn(reference)];
  return hasFields(target) ? '' : (target?.description ?? '');
}

/** The fields of an object. HTML. */
export function fieldList({ properties = {}, required = [] }: Schema, schemas: Schemas): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const about = aboutField(field, schemas);
    const optional = required.includes(name) ? '' : ' <span class="badge">may be absent</span>';
    const itself = field.items ?? field;
    const inner = hasFields(itself) ? fieldList(itself, schemas) : '';
    return `<div><dt><code>${escapeText(name)}</code> <span class="quiet">${typeInWords(field, schemas)}</span>${optional}</dt>${about + inner === '' ? '' : `<dd>${withCode(about)}${inner}</dd>`}</div>`;
  });
  return `<dl class="fields">\n${fields.join('\n')}\n</dl>`;
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML. */
export const escapeText = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? '');

/** Text as HTML, with `names` as code: the contract's descriptions write them so, as in Markdown. */
export const withCode = (text: string): string => escapeText(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** A code listing. It can be focused with Tab, so that the keyboard can scroll it. */
export const listing = (text: string, label: string): string =>
  `<pre tabindex="0" role="region" aria-label="${escapeText(label)}">${escapeText(text)}</pre>`;

/** A heading that is a link to itself, to copy. @param title HTML */
export const heading = (level: 2 | 3, id: string, title: string): string =>
  `<h${level} id="${id}"><a class="here" href="#${id}">${title}</a></h${level}>`;
