// What the words say, in every language: the same advice about a key that is refused, and sentences that end once.

import { describe, expect, test } from 'vitest';
import { type LanguageTag, languageNames } from '../../../src/pages/languages/language-names.ts';
import { loadWords as loadOwnWords } from '../../../src/pages/my/load-words.ts';
import { monthInWords, spanOfDays } from '../../../src/pages/ui/calendar-words.ts';
import { dayInWords, weekdayInWords } from '../../../src/pages/ui/date-words.ts';
import { loadDayWords } from '../../../src/pages/ui/days/load-day-words.ts';
import { fillText, setTexts } from '../../../src/pages/ui/texts.ts';
import { loadWords as loadLazyWords } from '../../../src/pages/viewer/lazy-words.ts';
import { loadWords } from '../../../src/pages/viewer/load-words.ts';

const tags = Object.keys(languageNames) as LanguageTag[]; // the keys of a constant

/** What an advice can say, by the words that say it in each language. */
const ideas = {
  'the same key works again': {
    ...{ en: /same key will work/, de: /derselbe/, fr: /même clé restera valable/, es: /[Ss]ervirá la misma clave/ },
    ...{ uk: /той самий/, ar: /سيعمل المفتاح نفسه/ },
  },
  'ask for a new one': {
    ...{ en: /\bnew one/, de: /um einen neuen/, fr: /en une nouvelle/, es: /(pida|Pida) una nueva/ },
    ...{ uk: /попросіть новий/i, ar: /اطلب مفتاحًا جديدًا/ },
  },
  'from whoever gave it': {
    ...{ en: /who gave it to you/, de: /von der Sie ihn haben/, fr: /qui vous l’a donnée/, es: /quien se la dio/ },
    ...{ uk: /у того, хто його дав/, ar: /ممن أعطاك إياه/ },
  },
  'pay or choose': {
    ...{
      en: /^(Choose|Renew|Update)/,
      de: /^(Wählen|Verlängern|Aktualisieren)/,
      fr: /^(Choisissez|Renouvelez|Mettez)/,
    },
    ...{ es: /^(Elija|Renueve|Actualice)/, uk: /^(Оберіть|Поновіть|Оновіть)/, ar: /^(اختر|جدّد|حدّث)/ },
  },
  'the timetables are seen again': {
    ...{
      en: /see the timetables again/,
      de: /wieder zu sehen/,
      fr: /revoir les emplois/,
      es: /volver a ver los horarios/,
    },
    ...{ uk: /знову бачити розклади/, ar: /لعرض الجداول من جديد/ },
  },
  'support helps': {
    ...{ en: /[Cc]ontact support/, de: /Support/, fr: /assistance/, es: /soporte/, uk: /підтримк/, ar: /الدعم/ },
  },
  'the key may be good': {
    ...{ en: /may be fine/, de: /in Ordnung sein/, fr: /peut-être bonne/, es: /puede ser correcta/ },
    ...{ uk: /може бути справним/, ar: /قد يكون المفتاح نفسه سليمًا/ },
  },
  'it may be mistyped or revoked': {
    ...{ en: /mistyped or revoked/, de: /Tippfehler .*widerrufen/, fr: /faute de frappe .*révoquée/ },
    ...{ es: /errata .*revocada/, uk: /помилка .*відкликано/, ar: /كُتب خطأً أو أُلغي/ },
  },
  'check that it is whole': {
    ...{ en: /pasted all of it/, de: /vollständig/, fr: /complète/, es: /completa/, uk: /повний/, ar: /كاملًا/ },
  },
  'paste the key of the school': {
    ...{
      en: /Paste the API key/,
      de: /Fügen Sie den API-Schlüssel/,
      fr: /Collez la clé API/,
      es: /Pegue la clave de API/,
    },
    ...{ uk: /Вставте ключ API/, ar: /ألصق مفتاح API/ },
  },
} as const;
type Idea = keyof typeof ideas;

const payAgain = ['the same key works again', 'pay or choose', 'the timetables are seen again'] as const;
const advice: Record<string, readonly Idea[]> = {
  trialEndedAdvice: payAgain,
  planEndedAdvice: payAgain,
  paymentFailedAdvice: payAgain,
  suspendedAdvice: ['the same key works again', 'support helps'],
  keyUnknownAdvice: ['ask for a new one', 'it may be mistyped or revoked', 'check that it is whole'],
  keyNeededAdvice: ['paste the key of the school'],
  keyExpiredAdvice: ['ask for a new one', 'from whoever gave it'],
  apiOffAdvice: ['support helps', 'the key may be good'],
};

test.each(tags)('the advice about keys says the same in %s as in every language', async (tag) => {
  const words: Record<string, unknown> = (await loadLazyWords(tag)).words;
  const said = Object.keys(advice).map((key) => [
    key,
    Object.entries(ideas).flatMap(([idea, ways]) => (ways[tag].test(String(words[key])) ? [idea] : [])),
  ]);
  expect(Object.fromEntries(said.map(([key, all]) => [key, [...(all ?? [])].sort()]))).toEqual(
    Object.fromEntries(Object.entries(advice).map(([key, all]) => [key, [...all].sort()])),
  );
});

const firsts = Array.from({ length: 12 }, (_, month) => 20260001 + (month + 1) * 100);

describe.each([...tags, 'de-AT', 'fr-CA', 'en-US', 'ar-EG'])('in %s', (locale) => {
  const tag = tags.find((each) => locale.startsWith(each)) ?? 'en';
  const load = async () => {
    const viewer = await loadWords(tag);
    const [lazy, day, own] = [await loadLazyWords(tag), await loadDayWords(tag), await loadOwnWords(tag)];
    const texts: Parameters<typeof setTexts>[0] = { ...viewer.words, ...lazy.words, ...day.words, ...own.words };
    setTexts(texts, locale);
    return texts;
  };

  test('no sentence with a date in it ends twice, or has a gap before its end', async () => {
    const texts = await load();
    const dates = firsts.flatMap((day) => [dayInWords(day), weekdayInWords(day), monthInWords(day)]);
    const wrong = new Set<string>();
    for (const [key, text] of Object.entries(texts)) {
      const names = [...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
      if (names.length === 0) continue;
      for (const date of dates) {
        const values = Object.fromEntries(names.map((name) => [name, name === 'count' ? 2 : date]));
        const said = fillText<string>(key, values).join('');
        if (/\.\.|\s\.|\p{P}\.$|\s\s/u.test(said.replace(/[)»“”"]\.$/, '.'))) wrong.add(said);
      }
    }
    expect([...wrong]).toEqual([]);
  });

  test('the first of a month is written as people write it', async () => {
    await load();
    const written = firsts.flatMap((day) => [dayInWords(day), weekdayInWords(day)]);
    expect(written.filter((each) => /\s1er\s|^1er\s/.test(each))).toHaveLength(tag === 'fr' ? 24 : 0);
    if (tag === 'fr') expect(written.filter((each) => /(^|\s)1\s/.test(each))).toEqual([]);
    expect(spanOfDays(20260901, 20260904)).toMatch(/4|٤/);
  });
});
