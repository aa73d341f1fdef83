// The words of webhooks in Spanish.

import type { HookWords } from '../en/dashboard-webhooks.ts';

export const words: HookWords = {
  // A webhook.
  hookMeans:
    'Un webhook avisa enseguida a otro programa cuando algo cambia, por ejemplo a la web del centro: Belfry le envía un mensaje firmado.',
  hookDocs: 'Qué tiene que hacer el programa receptor',
  hookNone: 'No hay webhooks.',
  hookNoneNext:
    'Pida la dirección a quien lleva el programa receptor y escríbala arriba. Usted recibe un secreto para esa persona y puede enviar una prueba.',
  hookNew: 'Webhook nuevo',
  hookUrl: 'Dirección del programa receptor',
  hookUrlHint: 'Empieza por https:// y se alcanza desde internet.',
  hookDescription: 'Para qué es el webhook',
  hookDescriptionHint: 'Por ejemplo «Web» o «Ausencias».',
  hookAllEvents: 'Avisar de todo, también de lo que avisen versiones futuras',
  hookEvents: 'Avisar cuando',
  hookNoEvent: 'Marque al menos uno.',
  hookCreate: 'Crear el webhook',
  // What it tells of.
  hookTimetablePublished: 'se publica un horario',
  hookTimetableWithheld: 'se retiene un horario',
  hookTimetableRecovered: 'un horario ya no está retenido',
  hookCalendarChanged: 'cambia el calendario',
  hookDaysChanged: 'se publican cambios del día',
  hookKeyCreated: 'se genera una clave',
  hookKeyRevoked: 'se revoca una clave',
  hookAccessChanged: 'cambia el acceso de los lectores',
  hookTestEvent: 'una prueba',
  hookTellsAll: 'avisa de todo',
  hookTells: 'avisa cuando: {events}',
  // The secret.
  hookSecret: 'Secreto del webhook',
  hookSecretOnce: 'El secreto del webhook. Solo se muestra esta vez.',
  hookSecretMeans:
    'Déselo a quien lleva el programa receptor, de modo que nadie más lo lea. Con él, el programa comprueba que un mensaje es auténtico.',
  hookSecretLost: 'Está hecho, pero la respuesta con el secreto se perdió.',
  hookSecretLostAdvice: 'Nadie puede ver ya el secreto. Renuévelo para obtener otro.',
  hookRotate: 'Renovar el secreto',
  hookRotateMeans:
    'Recibe un secreto nuevo para {name}. Los mensajes se firman con los dos hasta que pase el tiempo de abajo.',
  hookOverlap: 'El secreto antiguo vale aún',
  hookRotated: 'Hay un secreto nuevo; el antiguo termina solo.',
  // How it stands.
  hookOk: 'funciona',
  hookWaiting: 'hay algo por enviar',
  hookRetrying: 'se reintenta',
  hookRetryingMeans: 'El último intento falló. Se repite solo, durante tres días como máximo.',
  hookFailing: 'no se alcanza',
  hookFailingMeans:
    'Un mensaje no se pudo entregar en ningún intento. Pulse «Enviar una prueba» para ver por qué y dígaselo a quien lleva el programa receptor.',
  hookFailingSince: 'sin alcanzar desde {moment}',
  hookGone: 'receptor desaparecido',
  hookGoneMeans:
    'El programa receptor respondió que ya no existe (410), así que no se envía nada. Actívelo de nuevo cuando vuelva.',
  hookOff: 'desactivado',
  hookOffMeans: 'No se envía nada. De lo que ocurra entretanto no se avisa después.',
  hookDropped: { one: '{count} mensaje no se envió', other: '{count} mensajes no se enviaron' },
  // What is done with it.
  hookTry: 'Enviar una prueba',
  hookTryMeans: 'Se envía una prueba a {name}.',
  hookDeliveries: 'Entregas',
  hookChange: 'Cambiar',
  hookSwitchOn: 'Activar',
  hookSwitchOff: 'Desactivar',
  hookIsOn: 'El webhook está activado.',
  hookIsOff: 'El webhook está desactivado.',
  hookRemove: 'Eliminar el webhook',
  hookRemoveMeans: 'A {name} no se le avisa de nada más. No se puede deshacer.',
  hookRemoved: 'El webhook se ha eliminado.',
  // What a receiver answered.
  hookAccepted: 'Llegó: respondió {status} tras {milliseconds} ms.',
  hookRefused: 'No se aceptó: respondió {status} tras {milliseconds} ms.',
  hookElsewhere: 'No se aceptó: respondió {status} tras {milliseconds} ms con otra dirección, que no se sigue.',
  hookNotReached: 'No se alcanzó: {reason}.',
  hookLate: 'no respondió en 15 segundos',
  hookNotPublic: 'su dirección no está en internet y quien lleva Belfry no la ha permitido',
  hookNotHttps: 'su dirección tiene que empezar por https://',
  hookNobodyThere: 'nada responde en esta dirección',
  hookNoSuchName: 'ese nombre no existe en internet',
  hookCertificate: 'su certificado no es válido',
  hookBrokeOff: 'la conexión falló',
  hookNotSent: 'Aún no se ha enviado: parece que nadie envía en este momento. Pregunte a quien lleva Belfry.',
  // Deliveries.
  deliveriesMean: 'De qué se avisó a {name} en las dos últimas semanas, lo más nuevo primero.',
  deliveryNone: 'En las dos últimas semanas no se envió nada.',
  deliveryPending: 'por enviar',
  deliveryDelivered: 'entregado',
  deliveryFailed: 'no entregado',
  deliveryDropped: 'no enviado',
  deliveryTest: 'como prueba',
  deliveryReplay: 'enviado otra vez',
  deliveryAttempts: { one: '{count} intento', other: '{count} intentos' },
  deliveryNext: 'se reintenta {moment}',
  deliverySendAgain: 'Enviar otra vez',
  deliverySent: 'Se envía otra vez …',
};
