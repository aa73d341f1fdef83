// The programs whose files are read.

/** By the format's name. What else a new one needs, the compiler asks for. */
export const programs = { asc: 'aSc Timetables', untis: 'Untis', fet: 'FET' } as const;
export type Format = keyof typeof programs;
export const formats = Object.keys(programs) as Format[]; // of an object of its own

const [lastProgram, ...otherPrograms] = Object.values(programs).reverse();
/** As in "aSc Timetables, Untis or FET". */
export const programsInWords = `${otherPrograms.reverse().join(', ')} or ${lastProgram}`;
