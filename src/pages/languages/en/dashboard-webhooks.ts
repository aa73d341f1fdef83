// The words of webhooks in English.

import type { CatalogueOf } from '../../ui/texts.ts';

export type HookWords = CatalogueOf<typeof words>;

export const words = {
  // A webhook.
  hookMeans:
    'A webhook tells another program at once when something changes, such as the school’s website: Belfry sends it a signed message.',
  hookDocs: 'What the receiving program has to do',
  hookNone: 'There are no webhooks.',
  hookNoneNext:
    'Get the address from whoever runs the receiving program, and enter it above. You get a secret for them, and can send a test.',
  hookNew: 'New webhook',
  hookUrl: 'Address of the receiving program',
  hookUrlHint: 'It begins with https:// and can be reached from the internet.',
  hookDescription: 'What the webhook is for',
  hookDescriptionHint: 'Such as “Website” or “Absences”.',
  hookAllEvents: 'Tell of everything, also of what later releases tell of',
  hookEvents: 'Tell when',
  hookNoEvent: 'Tick at least one.',
  hookCreate: 'Create the webhook',
  // What it tells of.
  hookTimetablePublished: 'a timetable is published',
  hookTimetableWithheld: 'a timetable is withheld',
  hookTimetableRecovered: 'a timetable is no longer withheld',
  hookCalendarChanged: 'the calendar changes',
  hookDaysChanged: 'daily changes are published',
  hookKeyCreated: 'a key is generated',
  hookKeyRevoked: 'a key is revoked',
  hookAccessChanged: 'the access of readers changes',
  hookTestEvent: 'a test',
  hookTellsAll: 'tells of everything',
  hookTells: 'tells when: {events}',
  // The secret.
  hookSecret: 'Secret of the webhook',
  hookSecretOnce: 'The secret of the webhook. It is shown this once.',
  hookSecretMeans:
    'Give it to whoever runs the receiving program, in a way that nobody else reads. With it the program makes sure that a message is genuine.',
  hookSecretLost: 'It is done, but the answer with the secret was lost.',
  hookSecretLostAdvice: 'Nobody can see the secret any more. Rotate it to get another.',
  hookRotate: 'Rotate the secret',
  hookRotateMeans: 'You get a new secret for {name}. Messages are signed with both until the time below has passed.',
  hookOverlap: 'The old secret works for',
  hookRotated: 'There is a new secret; the old one ends by itself.',
  // How it stands.
  hookOk: 'works',
  hookWaiting: 'something is to be sent',
  hookRetrying: 'tried again',
  hookRetryingMeans: 'The last attempt failed. It is tried again by itself, for up to three days.',
  hookFailing: 'cannot be reached',
  hookFailingMeans:
    'A message could not be delivered in all attempts. Press “Send a test” to see why, and tell whoever runs the receiving program.',
  hookFailingSince: 'not reached since {moment}',
  hookGone: 'receiver gone',
  hookGoneMeans:
    'The receiving program answered that it is gone (410), so nothing is sent. Switch it on again once it is back.',
  hookOff: 'switched off',
  hookOffMeans: 'Nothing is sent. What happens meanwhile is not told later.',
  hookDropped: { one: '{count} message was not sent', other: '{count} messages were not sent' },
  // What is done with it.
  hookTry: 'Send a test',
  hookTryMeans: 'A test is sent to {name}.',
  hookDeliveries: 'Deliveries',
  hookChange: 'Change',
  hookSwitchOn: 'Switch on',
  hookSwitchOff: 'Switch off',
  hookIsOn: 'The webhook is switched on.',
  hookIsOff: 'The webhook is switched off.',
  hookRemove: 'Delete the webhook',
  hookRemoveMeans: '{name} is told nothing from now on. This cannot be undone.',
  hookRemoved: 'The webhook is deleted.',
  // What a receiver answered.
  hookAccepted: 'It arrived: answered {status} after {milliseconds} ms.',
  hookRefused: 'It was not accepted: answered {status} after {milliseconds} ms.',
  hookElsewhere:
    'It was not accepted: answered {status} after {milliseconds} ms and named another address, which is not followed.',
  hookNotReached: 'Not reached: {reason}.',
  hookLate: 'it did not answer within 15 seconds',
  hookNotPublic: 'its address is not on the internet, and whoever runs Belfry has not allowed it',
  hookNotHttps: 'its address has to begin with https://',
  hookNobodyThere: 'nothing answers at this address',
  hookNoSuchName: 'there is no such name on the internet',
  hookCertificate: 'its certificate is not valid',
  hookBrokeOff: 'the connection failed',
  hookNotSent: 'It was not sent yet: nobody seems to send at the moment. Ask whoever runs Belfry.',
  // Deliveries.
  deliveriesMean: 'What {name} was told in the last two weeks, newest first.',
  deliveryNone: 'Nothing was sent in the last two weeks.',
  deliveryPending: 'to be sent',
  deliveryDelivered: 'delivered',
  deliveryFailed: 'not delivered',
  deliveryDropped: 'not sent',
  deliveryTest: 'as a test',
  deliveryReplay: 'sent again',
  deliveryAttempts: { one: '{count} attempt', other: '{count} attempts' },
  deliveryNext: 'tried again {moment}',
  deliverySendAgain: 'Send again',
  deliverySent: 'It is sent again …',
} as const;
