/** A reference to a component of the OpenAPI description, the only kind that several generators follow. */
export const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
