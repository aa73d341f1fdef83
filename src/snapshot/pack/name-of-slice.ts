// The name of a slice in the pack of its week. An id is any text; no kind contains "/". Runs in CDN functions.

export type Slice = { kind: 'class' | 'teacher' | 'room'; entityId: string };

export const nameOfSlice = ({ kind, entityId }: Slice): string => `${kind}/${entityId}`;
