// The days with lessons, the time zone, and the weeks of the cycle: how they go on, and which week one of them is (A or B).

import { weekdayNames } from '../../ui/calendar-words.ts';
import { element } from '../../ui/element.ts';
import { count } from '../../ui/texts.ts';
import type { Calendar, VersionBells } from '../answers.ts';
import { formField } from '../parts/form-field.ts';
import { type PlainKey, say } from '../say.ts';
import { dateField, dayOfField } from './date-field.ts';
import { longestCycle, numberOptions, weekInLetters } from './runs-fields.ts';

type Anchor = NonNullable<Calendar['anchors']>[number];

const countings: readonly (readonly [Calendar['counting'], PlainKey])[] = [
  ['calendarWeeks', 'countCalendarWeeks'],
  ['schoolWeeks', 'countSchoolWeeks'],
  ['schoolDays', 'countSchoolDays'],
];
const mostAnchors = 1000;

/**
 * @param now the calendar as it is now, since the fields outlast a change of one of them
 * @param change is called with what is to be, and with whether other fields are needed for it
 */
export function cycleFields(
  now: () => Calendar,
  versions: readonly VersionBells[],
  today: number,
  change: (calendar: Calendar, isOther: boolean) => void,
): HTMLElement[] {
  const calendar = now();
  const { counting, anchors = [] } = calendar;
  const weekdays = weekdayNames().map(({ long }, index) => {
    const day = index + 1;
    const box = element('input', {
      ...{ id: `school-day-${day}`, type: 'checkbox', checked: calendar.schoolDays.includes(day) },
      change() {
        const others = now().schoolDays.filter((each) => each !== day);
        change({ ...now(), schoolDays: box.checked ? [...others, day].sort() : others }, false);
      },
    });
    return element('span', { class: 'check' }, box, element('label', { for: box.id }, long));
  });
  const zone = element(
    'select',
    { id: 'zone', dir: 'ltr', change: () => change({ ...now(), timeZone: zone.value }, false) },
    ...[...new Set([calendar.timeZone, ...Intl.supportedValuesOf('timeZone')])].map((each) =>
      element('option', { value: each, selected: each === calendar.timeZone }, each.replaceAll('_', ' ')),
    ),
  );
  const way = element(
    'select',
    {
      id: 'counting',
      change() {
        const next = countings.find(([each]) => each === way.value)?.[0] ?? counting;
        const turning = (now().anchors ?? []).map((each) => turned(each, next));
        change({ ...now(), counting: next, anchors: turning }, true);
      },
    },
    ...countings.map(([each, words]) => element('option', { value: each, selected: each === counting }, say(words))),
  );
  const { weeks, days } = longestCycle(calendar, versions);
  const byDays = counting === 'schoolDays';
  const isAlike = !byDays && weeks === 1;
  const setAnchors = (next: Anchor[], isOther: boolean) => change({ ...now(), anchors: next }, isOther);
  const add = () => {
    const { anchors = [] } = now();
    const taken = new Set(anchors.map(({ date }) => date));
    const begin = calendar.terms?.find(({ lastDay }) => lastDay >= today)?.firstDay ?? today;
    const date = taken.has(begin) ? today : begin;
    if (!taken.has(date)) setAnchors([...anchors, turned({ date, week: 1 }, counting)], true);
    document.getElementById(`anchor-${anchors.length}`)?.focus();
  };
  return [
    element(
      'fieldset',
      { class: 'choices' },
      element('legend', {}, say('schoolDays')),
      element('div', { class: 'weekdays' }, ...weekdays),
    ),
    formField(say('zoneOfSchool'), zone),
    element(
      'fieldset',
      { class: 'choices' },
      element('legend', {}, say('cycleOfWeeks')),
      element(
        'p',
        { class: 'quiet' },
        versions.length === 0
          ? say('cycleUnknown')
          : byDays
            ? say('cycleDays', { count: days })
            : isAlike
              ? say('weeksAlike')
              : say('cycleWeeks', { count: weeks }),
      ),
      (!isAlike || versions.length === 0) && formField(say('countingWay'), way),
      ...anchors.map((anchor, index) =>
        anchorFields(anchor, index, byDays ? days : Math.max(weeks, 2), (next) =>
          setAnchors(
            (now().anchors ?? []).flatMap((each, position) => (position === index ? (next ?? []) : each)),
            next === null,
          ),
        ),
      ),
      (!isAlike || versions.length === 0) &&
        anchors.length < mostAnchors &&
        element(
          'p',
          {},
          element(
            'button',
            { id: 'add-anchor', type: 'button', click: add },
            say(byDays ? 'addAnchorDay' : 'addAnchor'),
          ),
        ),
    ),
  ];
}

/** An anchor says a week, or a day where days are counted. */
const turned = ({ date, week, day }: Anchor, counting: Calendar['counting']): Anchor =>
  counting === 'schoolDays' ? { date, day: day ?? 1 } : { date, week: week ?? 1 };

function anchorFields(
  anchor: Anchor,
  index: number,
  most: number,
  replace: (anchor: Anchor | null) => void,
): HTMLElement {
  const byDays = anchor.day !== undefined;
  const follow = () => {
    const day = dayOfField(date);
    if (day !== null) replace({ date: day, [byDays ? 'day' : 'week']: Number(number.value) });
  };
  const date = dateField(`anchor-${index}`, anchor.date, follow);
  const place = anchor.day ?? anchor.week ?? 1;
  const number = element(
    'select',
    { id: `place-${index}`, change: follow },
    ...numberOptions(Math.max(most, place), place, byDays ? count : weekInLetters),
  );
  return element(
    'div',
    { class: 'term-fields' },
    formField(say(byDays ? 'anchorDay' : 'anchorWeek'), date),
    formField(say(byDays ? 'anchorIsDay' : 'anchorIsWeek'), number),
    element('button', { type: 'button', class: 'danger', click: () => replace(null) }, say('remove')),
  );
}
