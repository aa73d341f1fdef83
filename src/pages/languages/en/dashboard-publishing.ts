// The words of the way from a file to what readers get, in English.

import type { CatalogueOf } from '../../ui/texts.ts';

export type PublishingCatalogue = CatalogueOf<typeof publishing>;

export const publishing = {
  // A version.
  show: 'Show',
  inViewer: 'In the viewer',
  download: 'Download',
  rename: 'Rename',
  renameVersion: 'Names of the timetable and of this version',
  timetableName: 'Name of the timetable',
  timetableNameHint: 'All of its versions share this name.',
  versionLabel: 'Name of this version',
  versionLabelHint: 'For example “Second term”. You may leave it empty.',
  publish: 'Publish',
  publishFrom: 'Publish from …',
  publishVersion: 'Publish the draft',
  firstDay: 'First day',
  firstDayHint: 'From this day on, readers get this version.',
  endsOn: '{name}, version {number}, ends on {day}.',
  endsItself: 'The new version ends on {day}, because a later one begins the day after.',
  nothingEnds: 'No other version ends.',
  publishedFrom: 'It is published from {day} on.',
  asStored: 'This is how it is stored. What readers get may be older.',
  backToVersions: 'All versions',
  timetableOfWhom: 'Timetable of',
  changeEndsRollback:
    'Readers get an earlier state now. This change ends that: they get what is stored, including what you went back to avoid.',

  // After a rollback.
  keepEarlier: 'Keep the earlier one',
  keepEarlierMeans:
    'Readers keep what they get now. What is stored is changed to match it, so the mistake is gone for good.',
  publishNewAgain: 'Publish the new one again',
  wouldDelete: { one: '{count} version is deleted', other: '{count} versions are deleted' },
  wouldRestore: { one: '{count} version becomes what readers get', other: '{count} versions become what readers get' },
  nothingToKeep: 'What is stored already matches what readers get.',

  // The state of all.
  attentionCount: { one: '{count} organisation needs attention.', other: '{count} organisations need attention.' },

  // From a file to what readers get.
  asItWillLook: 'As it will look',
  somethingMissing: 'Something that Belfry needs is missing.',
  bellsMissing: 'The file has no bell times. When do the lessons begin and end?',
  bellsStart: 'The first lesson begins at',
  bellsMinutes: 'Length of a lesson, in minutes',
  bellsPause: 'Break between two lessons, in minutes',
  firstWeekday: 'The first day in the file is a',
  correctTimes: 'Correct the times where lessons or breaks have another length.',
  lesson: 'Lesson',
  otherTimesOnDay: 'Other times on a weekday',
  timesOn: 'Times on',
  usualTimesAgain: 'No other times on this day',
  dayTwice: 'This day is chosen twice.',
  bellsOutOfOrder: 'A lesson ends after it begins, and begins when the one before it has ended.',
  whichTerm: 'The file has several terms. Which one do you want?',
  allTerms: 'All of them, as the weeks of a cycle',
  withStudents: {
    one: 'Take over the {count} student of the file too',
    other: 'Take over the {count} students of the file too',
  },
  asItIs: 'This is a timetable in Belfry’s own form. It is stored as it is, with its name and its dates.',
  goOn: 'Continue',
  nextIs: 'Next: a program needs a key to read it, and a person needs a link.',
  draftNext: 'Next: publish the draft, under “Timetables”. Until then no reader gets it.',

  // Days.
  days: 'Daily changes',
  orphanedCount: { one: '{count} change not applied', other: '{count} changes not applied' },
  teachersInChanges: 'Teachers in daily changes',
  teachersInChangesMeans: 'When a teacher is replaced, or a lesson is cancelled, readers see:',
  teachersToKeys: 'Programs with a key see',
  teachersToLinks: 'People with a link see',
  teachersAll: 'who is replaced and who comes instead',
  teachersSubstitute: 'only who comes instead',
  teachersNone: 'neither',
  teachersOwn: 'Whoever has the link of a teacher always sees that teacher’s own lessons.',
} as const;
