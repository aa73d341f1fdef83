/** How many small files are read at the same time: a bucket answers each slowly, and no reader may keep others waiting. */
export const readsAtOnce = 16;
