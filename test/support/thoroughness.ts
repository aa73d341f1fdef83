// How much of what could be tried without end a run tries: as much as a change needs, or with BELFRY_THOROUGH=10 ten
// times as many generated cases, rounds and random moments, for a night.

export const thoroughness = Number(process.env['BELFRY_THOROUGH'] ?? 1);
export const thorough = thoroughness > 1;
