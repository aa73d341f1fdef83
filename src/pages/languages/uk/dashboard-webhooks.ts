// The words of webhooks in Ukrainian.

import type { HookWords } from '../en/dashboard-webhooks.ts';

export const words: HookWords = {
  // A webhook.
  hookMeans:
    'Вебхук одразу повідомляє іншу програму, коли щось змінюється, наприклад сайт школи: Belfry надсилає їй підписане повідомлення.',
  hookDocs: 'Що має робити програма-одержувач',
  hookNone: 'Вебхуків немає.',
  hookNoneNext:
    'Візьміть адресу в того, хто веде програму-одержувача, і введіть її вище. Ви отримаєте для неї секрет і зможете надіслати пробу.',
  hookNew: 'Новий вебхук',
  hookUrl: 'Адреса програми-одержувача',
  hookUrlHint: 'Вона починається з https:// і доступна з інтернету.',
  hookDescription: 'Для чого вебхук',
  hookDescriptionHint: 'Наприклад, «Сайт» або «Відсутні».',
  hookAllEvents: 'Повідомляти про все, також про те, що додадуть наступні версії',
  hookEvents: 'Повідомляти, коли',
  hookNoEvent: 'Позначте щонайменше одне.',
  hookCreate: 'Створити вебхук',
  // What it tells of.
  hookTimetablePublished: 'публікується розклад',
  hookTimetableWithheld: 'розклад затримано',
  hookTimetableRecovered: 'розклад більше не затримано',
  hookCalendarChanged: 'змінюється календар',
  hookDaysChanged: 'публікуються заміни',
  hookKeyCreated: 'створюється ключ',
  hookKeyRevoked: 'відкликається ключ',
  hookAccessChanged: 'змінюється доступ читачів',
  hookTestEvent: 'проба',
  hookTellsAll: 'повідомляє про все',
  hookTells: 'повідомляє, коли: {events}',
  // The secret.
  hookSecret: 'Секрет вебхука',
  hookSecretOnce: 'Секрет вебхука. Його показано лише цього разу.',
  hookSecretMeans:
    'Передайте його тому, хто веде програму-одержувача, так, щоб ніхто інший не прочитав. Ним програма перевіряє, чи повідомлення справжнє.',
  hookSecretLost: 'Зроблено, але відповідь із секретом загубилася.',
  hookSecretLostAdvice: 'Ніхто вже не може побачити секрет. Замініть його, щоб отримати інший.',
  hookRotate: 'Замінити секрет',
  hookRotateMeans:
    'Ви отримаєте новий секрет для {name}. Повідомлення підписуються обома, доки не мине час, вказаний нижче.',
  hookOverlap: 'Старий секрет ще діє',
  hookRotated: 'Є новий секрет; старий закінчиться сам.',
  // How it stands.
  hookOk: 'працює',
  hookWaiting: 'є що надіслати',
  hookRetrying: 'повторюється',
  hookRetryingMeans: 'Остання спроба не вдалася. Вона повторюється сама, щонайбільше три дні.',
  hookFailing: 'недоступний',
  hookFailingMeans:
    'Повідомлення не вдалося доставити за всі спроби. Натисніть «Надіслати пробу», щоб побачити чому, і скажіть тому, хто веде програму-одержувача.',
  hookFailingSince: 'недоступний з {moment}',
  hookGone: 'одержувача немає',
  hookGoneMeans:
    'Програма-одержувач відповіла, що її більше немає (410), тому нічого не надсилається. Увімкніть вебхук знову, коли вона повернеться.',
  hookOff: 'вимкнено',
  hookOffMeans: 'Нічого не надсилається. Про те, що станеться тим часом, пізніше не повідомляється.',
  hookDropped: {
    one: '{count} повідомлення не надіслано',
    few: '{count} повідомлення не надіслано',
    many: '{count} повідомлень не надіслано',
    other: '{count} повідомлення не надіслано',
  },
  // What is done with it.
  hookTry: 'Надіслати пробу',
  hookTryMeans: 'Проба надсилається: {name}.',
  hookDeliveries: 'Доставки',
  hookChange: 'Змінити',
  hookSwitchOn: 'Увімкнути',
  hookSwitchOff: 'Вимкнути',
  hookIsOn: 'Вебхук увімкнено.',
  hookIsOff: 'Вебхук вимкнено.',
  hookRemove: 'Видалити вебхук',
  hookRemoveMeans: '{name} більше не отримає повідомлень. Скасувати це не можна.',
  hookRemoved: 'Вебхук видалено.',
  // What a receiver answered.
  hookAccepted: 'Надійшло: відповідь {status} через {milliseconds} мс.',
  hookRefused: 'Не прийнято: відповідь {status} через {milliseconds} мс.',
  hookElsewhere: 'Не прийнято: відповідь {status} через {milliseconds} мс з іншою адресою, за якою не переходять.',
  hookNotReached: 'Не досягнуто: {reason}.',
  hookLate: 'немає відповіді протягом 15 секунд',
  hookNotPublic: 'її адреса не в інтернеті, і той, хто веде Belfry, її не дозволив',
  hookNotHttps: 'її адреса має починатися з https://',
  hookNobodyThere: 'за цією адресою ніхто не відповідає',
  hookNoSuchName: 'такої назви в інтернеті немає',
  hookCertificate: 'її сертифікат недійсний',
  hookBrokeOff: 'з’єднання обірвалося',
  hookNotSent: 'Ще не надіслано: схоже, зараз ніхто не надсилає. Запитайте того, хто веде Belfry.',
  // Deliveries.
  deliveriesMean: 'Про що {name} отримує повідомлення за останні два тижні, спершу найновіші.',
  deliveryNone: 'За останні два тижні нічого не надіслано.',
  deliveryPending: 'буде надіслано',
  deliveryDelivered: 'доставлено',
  deliveryFailed: 'не доставлено',
  deliveryDropped: 'не надіслано',
  deliveryTest: 'проба',
  deliveryReplay: 'надіслано ще раз',
  deliveryAttempts: { one: '{count} спроба', few: '{count} спроби', many: '{count} спроб', other: '{count} спроби' },
  deliveryNext: 'наступна спроба {moment}',
  deliverySendAgain: 'Надіслати ще раз',
  deliverySent: 'Надсилається ще раз …',
};
