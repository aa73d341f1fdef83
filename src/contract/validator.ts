// Validates JSON with the contract's schemas (JSON Schema 2020-12). Publishing and importing use it; serving does not, since
// published files were validated before they were written.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { _, Ajv2020, type ErrorObject, Name, type ValidateFunction } from 'ajv/dist/2020.js';
import { not } from 'ajv/dist/compile/codegen/index.js';
import { Type } from 'ajv/dist/compile/util.js';
import glob from 'fast-glob';
import { type SchemaCode, schemaCode } from './schema-codes.ts';
import type {
  AccessEndedResponse,
  AccessRecord,
  BellSchedule,
  Calendar,
  Change,
  Changes,
  ChangesBasis,
  Day,
  DayChanges,
  Derived,
  ErrorResponse,
  FeedStateRecord,
  HandleRecord,
  LinkRecord,
  OrganisationRecord,
  PersonalTimetable,
  PersonalTimetables,
  Pointer,
  Problems,
  PublishedCalendar,
  PublisherRecord,
  StoreRecord,
  Timetable,
  TimetableList,
  Week,
} from './types.generated.ts';

/** The folder of the schemas. */
export const schemaFolder = fileURLToPath(new URL('../../schemas', import.meta.url));

/**
 * The formats of the schemas. `date-time` is that of RFC 3339, restricted to UTC with milliseconds, without year 0, which
 * PostgreSQL does not have.
 */
const formats = {
  'date-time': (text: string) =>
    /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    new Date(text).toISOString() === text,
  'calendar-day': {
    type: 'number',
    validate: (day: number) => {
      const [year, month, date] = [Math.floor(day / 10_000), Math.floor(day / 100) % 100, day % 100];
      const moment = new Date(Date.UTC(year, month - 1, date));
      return year >= 1000 && year <= 9999 && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === date;
    },
  },
} as const;

/** The schemas, with the types that they guarantee. */
type Kinds = {
  timetable: Timetable;
  'bell-schedule': BellSchedule;
  'timetable-list': TimetableList;
  calendar: Calendar;
  'day-changes': DayChanges;
  'published-calendar': PublishedCalendar;
  week: Week;
  day: Day;
  changes: Changes;
  change: Change;
  'changes-basis': ChangesBasis;
  'personal-timetable': PersonalTimetable;
  my: PersonalTimetables;
  'access-record': AccessRecord;
  'feed-state': FeedStateRecord;
  'handle-record': HandleRecord;
  'link-record': LinkRecord;
  'organisation-record': OrganisationRecord;
  pointer: Pointer;
  derived: Derived;
  problems: Problems;
  publisher: PublisherRecord;
  store: StoreRecord;
  'error-response': ErrorResponse;
  'access-ended-response': AccessEndedResponse;
};

/** @property field the name of the field that the schema is about; empty for the whole */
export type SchemaProblem = { segments: (string | number)[]; message: string; code: SchemaCode; field: string };
type Validation<Kind> = { valid: true; value: Kind } | { valid: false; problems: SchemaProblem[] };
export type Validator = <Name extends keyof Kinds>(name: Name, value: unknown) => Validation<Kinds[Name]>;

/** The problems of a value that are reported. A larger document with a mistake in each row would have millions. */
const maxProblems = 1000;

/**
 * Creates a validator from the schemas in `folder`. It reports every problem of a value, with its path; after the first
 * thousand, that there are more.
 */
export function createValidator(folder: string = schemaFolder): Validator {
  const ajv = new Ajv2020({
    allErrors: true,
    formats,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    verbose: true,
  });
  stopInLists(ajv);
  for (const file of glob.sync('*.json', { cwd: folder, absolute: true }).sort()) {
    ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')));
  }
  return (name, value) => {
    const validate = ajv.getSchema(`${name}.json`);
    if (validate === undefined) throw new Error(`there is no schema ${name}.json in ${folder}`);
    return runValidator(validate as ValidateFunction<Kinds[typeof name]>, value); // `Kinds` pairs name and type
  };
}

/**
 * Replaces `items` by the same check that leaves a list after as many problems as are reported. Ajv would find all, and copy
 * those found so far for each item that has one: the time would grow with the square of the list.
 */
function stopInLists(ajv: Ajv2020): void {
  ajv.removeKeyword('items');
  ajv.addKeyword({
    keyword: 'items',
    type: 'array',
    schemaType: ['object', 'boolean'],
    code(context) {
      const { gen, data, keyword } = context;
      const areValid = gen.let('valid', true);
      gen.forRange('i', 0, gen.const('len', _`${data}.length`), (index) => {
        const isValid = gen.name('valid');
        context.subschema({ keyword, dataProp: index, dataPropType: Type.Num }, isValid);
        gen.if(not(isValid), () => {
          gen.assign(areValid, false);
          gen.if(_`${new Name('errors')} >= ${maxProblems}`, () => gen.break());
        });
      });
      context.ok(areValid);
    },
  });
}

function runValidator<Kind>(validate: ValidateFunction<Kind>, value: unknown): Validation<Kind> {
  if (validate(value)) return { valid: true, value };
  const all = validate.errors ?? [];
  // The errors inside a branch are enough; those of the branch itself and of its null alternative add nothing.
  const errors = all.filter(
    ({ keyword, schemaPath }) => keyword !== 'if' && keyword !== 'anyOf' && !schemaPath.endsWith('/anyOf/1/type'),
  );
  const problems = errors.slice(0, maxProblems).map((error): SchemaProblem => {
    const segments = segmentsOf(error, value);
    return {
      segments,
      message: formatMessage(error),
      code: schemaCode(error.keyword),
      field: fieldOf(error, segments),
    };
  });
  const message = `may have more problems: checking stopped after ${problems.length}`;
  return {
    valid: false,
    problems:
      all.length < maxProblems
        ? problems
        : [...problems, { segments: [], message, code: 'may-have-more-problems', field: '' }],
  };
}

// In a JSON Pointer (RFC 6901) a number is an index only inside an array.
function segmentsOf({ instancePath }: ErrorObject, value: unknown): (string | number)[] {
  let target = value;
  return instancePath
    .split('/')
    .slice(1)
    .map((escaped) => {
      const name = escaped.replaceAll('~1', '/').replaceAll('~0', '~');
      const segment = Array.isArray(target) ? Number(name) : name;
      target = Reflect.get(Object(target), segment);
      return segment;
    });
}

/** Of a value in a list, the field that holds the list. Whole characters: half of one is no text that PostgreSQL stores. */
function fieldOf({ params }: ErrorObject, segments: readonly (string | number)[]): string {
  const own: unknown = params['missingProperty'] ?? params['additionalProperty'];
  const field = String(own ?? segments.findLast((each) => typeof each === 'string') ?? '');
  return field.slice(0, longestField).replace(/\p{Cs}$/u, '');
}

/** Characters of a field's name that are told: an unknown one may have any length. */
const longestField = 80;

function formatMessage({ keyword, params, message, data }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return `lacks the field ${params['missingProperty']}`;
    case 'additionalProperties':
      return `has the unknown field ${params['additionalProperty']}`;
    case 'false schema':
      return 'must not be there when schedulingMode is standard';
    case 'enum':
      return `must be one of ${params['allowedValues'].map((each: unknown) => JSON.stringify(each)).join(', ')}, not ${shorten(data)}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}, not ${shorten(data)}`;
    default:
      return `${message ?? keyword}, not ${shorten(data)}`;
  }
}

/** Only for a message that quotes the value: the value of a missing field is all of its object. */
function shorten(data: unknown): string {
  // JSON has no NaN.
  const found = typeof data === 'number' ? String(data) : (JSON.stringify(data) ?? String(data));
  return found.length > 60 ? `${found.slice(0, 57)}...` : found;
}
