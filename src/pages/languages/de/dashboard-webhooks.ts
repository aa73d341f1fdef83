// The words of webhooks in German.

import type { HookWords } from '../en/dashboard-webhooks.ts';

export const words: HookWords = {
  // A webhook.
  hookMeans:
    'Ein Webhook sagt einem anderen Programm sofort, wenn sich etwas ändert, etwa der Website der Schule: Belfry sendet ihm eine unterschriebene Nachricht.',
  hookDocs: 'Was das empfangende Programm tun muss',
  hookNone: 'Es gibt keine Webhooks.',
  hookNoneNext:
    'Lassen Sie sich die Adresse von denen geben, die das empfangende Programm betreiben, und tragen Sie sie oben ein. Sie bekommen ein Geheimnis für sie und können einen Test senden.',
  hookNew: 'Neuer Webhook',
  hookUrl: 'Adresse des empfangenden Programms',
  hookUrlHint: 'Sie beginnt mit https:// und ist aus dem Internet erreichbar.',
  hookDescription: 'Wofür der Webhook ist',
  hookDescriptionHint: 'Etwa „Website“ oder „Abwesenheiten“.',
  hookAllEvents: 'Alles melden, auch was spätere Versionen melden',
  hookEvents: 'Melden, wenn',
  hookNoEvent: 'Wählen Sie mindestens eines.',
  hookCreate: 'Webhook anlegen',
  // What it tells of.
  hookTimetablePublished: 'ein Stundenplan veröffentlicht wird',
  hookTimetableWithheld: 'ein Stundenplan zurückgehalten wird',
  hookTimetableRecovered: 'ein Stundenplan nicht mehr zurückgehalten wird',
  hookCalendarChanged: 'sich der Kalender ändert',
  hookDaysChanged: 'Änderungen eines Tages veröffentlicht werden',
  hookKeyCreated: 'ein Schlüssel erzeugt wird',
  hookKeyRevoked: 'ein Schlüssel gesperrt wird',
  hookAccessChanged: 'sich der Zugang der Leser ändert',
  hookTestEvent: 'ein Test',
  hookTellsAll: 'meldet alles',
  hookTells: 'meldet, wenn: {events}',
  // The secret.
  hookSecret: 'Geheimnis des Webhooks',
  hookSecretOnce: 'Das Geheimnis des Webhooks. Es wird nur dieses eine Mal gezeigt.',
  hookSecretMeans:
    'Geben Sie es denen, die das empfangende Programm betreiben, auf einem Weg, den niemand sonst liest. Damit prüft das Programm, ob eine Nachricht echt ist.',
  hookSecretLost: 'Es ist geschehen, doch die Antwort mit dem Geheimnis ging verloren.',
  hookSecretLostAdvice: 'Niemand kann das Geheimnis mehr sehen. Wechseln Sie es, um ein anderes zu bekommen.',
  hookRotate: 'Geheimnis wechseln',
  hookRotateMeans:
    'Sie bekommen ein neues Geheimnis für {name}. Nachrichten sind mit beiden unterschrieben, bis die Zeit unten vorbei ist.',
  hookOverlap: 'Das alte Geheimnis gilt noch',
  hookRotated: 'Es gibt ein neues Geheimnis; das alte endet von selbst.',
  // How it stands.
  hookOk: 'geht',
  hookWaiting: 'etwas ist zu senden',
  hookRetrying: 'wird wiederholt',
  hookRetryingMeans: 'Der letzte Versuch schlug fehl. Er wird von selbst wiederholt, bis zu drei Tage lang.',
  hookFailing: 'nicht erreichbar',
  hookFailingMeans:
    'Eine Nachricht konnte in allen Versuchen nicht zugestellt werden. Drücken Sie „Test senden“, um zu sehen, warum, und sagen Sie es denen, die das empfangende Programm betreiben.',
  hookFailingSince: 'nicht erreicht seit {moment}',
  hookGone: 'Empfänger weg',
  hookGoneMeans:
    'Das empfangende Programm hat geantwortet, dass es nicht mehr da ist (410); deshalb wird nichts gesendet. Schalten Sie den Webhook wieder ein, sobald es zurück ist.',
  hookOff: 'ausgeschaltet',
  hookOffMeans: 'Es wird nichts gesendet. Was inzwischen geschieht, wird später nicht gemeldet.',
  hookDropped: { one: '{count} Nachricht wurde nicht gesendet', other: '{count} Nachrichten wurden nicht gesendet' },
  // What is done with it.
  hookTry: 'Test senden',
  hookTryMeans: 'Ein Test wird an {name} gesendet.',
  hookDeliveries: 'Zustellungen',
  hookChange: 'Ändern',
  hookSwitchOn: 'Einschalten',
  hookSwitchOff: 'Ausschalten',
  hookIsOn: 'Der Webhook ist eingeschaltet.',
  hookIsOff: 'Der Webhook ist ausgeschaltet.',
  hookRemove: 'Webhook löschen',
  hookRemoveMeans: '{name} bekommt ab jetzt keine Meldung mehr. Das lässt sich nicht rückgängig machen.',
  hookRemoved: 'Der Webhook ist gelöscht.',
  // What a receiver answered.
  hookAccepted: 'Angekommen: Antwort {status} nach {milliseconds} ms.',
  hookRefused: 'Nicht angenommen: Antwort {status} nach {milliseconds} ms.',
  hookElsewhere:
    'Nicht angenommen: Antwort {status} nach {milliseconds} ms mit einer anderen Adresse, der nicht gefolgt wird.',
  hookNotReached: 'Nicht erreicht: {reason}.',
  hookLate: 'keine Antwort innerhalb von 15 Sekunden',
  hookNotPublic: 'die Adresse ist nicht im Internet, und wer Belfry betreibt, hat sie nicht erlaubt',
  hookNotHttps: 'die Adresse muss mit https:// beginnen',
  hookNobodyThere: 'an dieser Adresse antwortet nichts',
  hookNoSuchName: 'diesen Namen gibt es im Internet nicht',
  hookCertificate: 'das Zertifikat ist nicht gültig',
  hookBrokeOff: 'die Verbindung brach ab',
  hookNotSent: 'Noch nicht gesendet: Zurzeit scheint niemand zu senden. Fragen Sie die, die Belfry betreiben.',
  // Deliveries.
  deliveriesMean: 'Was {name} in den letzten zwei Wochen gemeldet wurde, das Neueste zuerst.',
  deliveryNone: 'In den letzten zwei Wochen wurde nichts gesendet.',
  deliveryPending: 'zu senden',
  deliveryDelivered: 'zugestellt',
  deliveryFailed: 'nicht zugestellt',
  deliveryDropped: 'nicht gesendet',
  deliveryTest: 'als Test',
  deliveryReplay: 'noch einmal gesendet',
  deliveryAttempts: { one: '{count} Versuch', other: '{count} Versuche' },
  deliveryNext: 'nächster Versuch {moment}',
  deliverySendAgain: 'Noch einmal senden',
  deliverySent: 'Es wird noch einmal gesendet …',
};
