// Why a receiver was not reached, by what the sender writes down.

/** The first that fits. */
const reasons = [
  [/did not answer within/, 'hookLate'],
  [/not public/, 'hookNotPublic'],
  [/http is allowed only/, 'hookNotHttps'],
  [/ECONNREFUSED/, 'hookNobodyThere'],
  [/ENOTFOUND|EAI_AGAIN|has no address/, 'hookNoSuchName'],
  [/certificate|CERT|altnames/i, 'hookCertificate'],
] as const;

/** @returns the key of its words */
export const reasonOf = (error: string) => reasons.find(([written]) => written.test(error))?.[1] ?? 'hookBrokeOff';
