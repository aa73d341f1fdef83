// The words of webhooks in French.

import type { HookWords } from '../en/dashboard-webhooks.ts';

export const words: HookWords = {
  // A webhook.
  hookMeans:
    'Un webhook prévient aussitôt un autre programme quand quelque chose change, par exemple le site de l’établissement : Belfry lui envoie un message signé.',
  hookDocs: 'Ce que le programme destinataire doit faire',
  hookNone: 'Il n’y a pas de webhook.',
  hookNoneNext:
    'Demandez l’adresse à qui gère le programme destinataire et saisissez-la ci-dessus. Vous recevez un secret pour cette personne et pouvez envoyer un essai.',
  hookNew: 'Nouveau webhook',
  hookUrl: 'Adresse du programme destinataire',
  hookUrlHint: 'Elle commence par https:// et on l’atteint depuis Internet.',
  hookDescription: 'À quoi sert le webhook',
  hookDescriptionHint: 'Par exemple « Site web » ou « Absences ».',
  hookAllEvents: 'Tout annoncer, y compris ce qu’annonceront les versions futures',
  hookEvents: 'Annoncer quand',
  hookNoEvent: 'Cochez-en au moins un.',
  hookCreate: 'Créer le webhook',
  // What it tells of.
  hookTimetablePublished: 'un emploi du temps est publié',
  hookTimetableWithheld: 'un emploi du temps est retenu',
  hookTimetableRecovered: 'un emploi du temps n’est plus retenu',
  hookCalendarChanged: 'le calendrier change',
  hookDaysChanged: 'des changements du jour sont publiés',
  hookKeyCreated: 'une clé est créée',
  hookKeyRevoked: 'une clé est révoquée',
  hookAccessChanged: 'l’accès des lecteurs change',
  hookTestEvent: 'un essai',
  hookTellsAll: 'annonce tout',
  hookTells: 'annonce quand : {events}',
  // The secret.
  hookSecret: 'Secret du webhook',
  hookSecretOnce: 'Le secret du webhook. Il n’est affiché que cette fois.',
  hookSecretMeans:
    'Donnez-le à qui gère le programme destinataire, par une voie que personne d’autre ne lit. Le programme s’en sert pour vérifier qu’un message est authentique.',
  hookSecretLost: 'C’est fait, mais la réponse avec le secret s’est perdue.',
  hookSecretLostAdvice: 'Personne ne peut plus voir le secret. Renouvelez-le pour en avoir un autre.',
  hookRotate: 'Renouveler le secret',
  hookRotateMeans:
    'Vous recevez un nouveau secret pour {name}. Les messages sont signés avec les deux jusqu’à la fin du délai ci-dessous.',
  hookOverlap: 'L’ancien secret vaut encore',
  hookRotated: 'Il y a un nouveau secret ; l’ancien finit de lui-même.',
  // How it stands.
  hookOk: 'fonctionne',
  hookWaiting: 'un envoi est à faire',
  hookRetrying: 'nouvel essai prévu',
  hookRetryingMeans: 'Le dernier envoi a échoué. Il est répété tout seul, pendant trois jours au plus.',
  hookFailing: 'injoignable',
  hookFailingMeans:
    'Un message n’a pu être remis malgré tous les essais. Appuyez sur « Envoyer un essai » pour voir pourquoi, et dites-le à qui gère le programme destinataire.',
  hookFailingSince: 'injoignable depuis {moment}',
  hookGone: 'destinataire disparu',
  hookGoneMeans:
    'Le programme destinataire a répondu qu’il n’existe plus (410) ; rien n’est donc envoyé. Réactivez le webhook quand il est de retour.',
  hookOff: 'désactivé',
  hookOffMeans: 'Rien n’est envoyé. Ce qui se passe entre-temps n’est pas annoncé plus tard.',
  hookDropped: { one: '{count} message n’a pas été envoyé', other: '{count} messages n’ont pas été envoyés' },
  // What is done with it.
  hookTry: 'Envoyer un essai',
  hookTryMeans: 'Un essai est envoyé à {name}.',
  hookDeliveries: 'Envois',
  hookChange: 'Modifier',
  hookSwitchOn: 'Activer',
  hookSwitchOff: 'Désactiver',
  hookIsOn: 'Le webhook est activé.',
  hookIsOff: 'Le webhook est désactivé.',
  hookRemove: 'Supprimer le webhook',
  hookRemoveMeans: '{name} n’est plus prévenu désormais. C’est définitif.',
  hookRemoved: 'Le webhook est supprimé.',
  // What a receiver answered.
  hookAccepted: 'Arrivé : réponse {status} après {milliseconds} ms.',
  hookRefused: 'Pas accepté : réponse {status} après {milliseconds} ms.',
  hookElsewhere: 'Pas accepté : réponse {status} après {milliseconds} ms avec une autre adresse, qui n’est pas suivie.',
  hookNotReached: 'Pas atteint : {reason}.',
  hookLate: 'pas de réponse en 15 secondes',
  hookNotPublic: 'son adresse n’est pas sur Internet, et qui gère Belfry ne l’a pas permise',
  hookNotHttps: 'son adresse doit commencer par https://',
  hookNobodyThere: 'rien ne répond à cette adresse',
  hookNoSuchName: 'ce nom n’existe pas sur Internet',
  hookCertificate: 'son certificat n’est pas valable',
  hookBrokeOff: 'la connexion a échoué',
  hookNotSent: 'Pas encore envoyé : personne ne semble envoyer en ce moment. Demandez à qui gère Belfry.',
  // Deliveries.
  deliveriesMean: 'Ce qui a été annoncé à {name} ces deux dernières semaines, le plus récent d’abord.',
  deliveryNone: 'Rien n’a été envoyé ces deux dernières semaines.',
  deliveryPending: 'à envoyer',
  deliveryDelivered: 'remis',
  deliveryFailed: 'pas remis',
  deliveryDropped: 'pas envoyé',
  deliveryTest: 'essai',
  deliveryReplay: 'envoyé de nouveau',
  deliveryAttempts: { one: '{count} tentative', other: '{count} tentatives' },
  deliveryNext: 'nouvel essai {moment}',
  deliverySendAgain: 'Renvoyer',
  deliverySent: 'Nouvel envoi en cours …',
};
