// What a finding says besides its sentence: a code that stays, and the school's things that it is about.

export const coded = {
  code: {
    type: 'string',
    description: 'What was found, by a name that stays; absent where an earlier release found it.',
  },
  values: {
    type: 'object',
    additionalProperties: { type: ['string', 'number'] },
    description: "The school's things that it is about, such as the name of a class, a day and a period, and numbers.",
  },
};
