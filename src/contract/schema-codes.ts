// The codes of what a schema finds, by its keyword. Each has the value `field`, the name of the field.

const byKeyword: Readonly<Record<string, SchemaCode>> = {
  required: 'field-missing',
  additionalProperties: 'field-unknown',
  'false schema': 'field-not-in-standard-mode',
  enum: 'value-not-allowed',
  const: 'value-not-allowed',
  type: 'value-of-other-type',
  pattern: 'value-of-other-form',
  format: 'value-of-other-form',
  minimum: 'value-out-of-range',
  maximum: 'value-out-of-range',
  minLength: 'value-of-other-length',
  maxLength: 'value-of-other-length',
  minItems: 'value-of-other-length',
  maxItems: 'value-of-other-length',
};

export const schemaCodes = [
  'field-missing',
  'field-not-in-standard-mode',
  'field-unknown',
  'may-have-more-problems',
  'value-not-allowed',
  'value-of-other-form',
  'value-of-other-length',
  'value-of-other-type',
  'value-out-of-range',
  'value-wrong',
] as const;

export type SchemaCode = (typeof schemaCodes)[number];

export const schemaCode = (keyword: string): SchemaCode => byKeyword[keyword] ?? 'value-wrong';
