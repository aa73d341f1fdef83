// The versions of the Main School, oldest first. Each one says what it changes in the version before it; whatever it does
// not name stays where it was.
import type { TimetableVersionSummary } from '../../contract/types.generated.ts';
import { oneOf } from '../plan/room-need.ts';
import { plainLesson, type Teaching } from '../plan/teaching.ts';
import type { Version } from '../plan/write-timetable.ts';

export interface MainVersion extends Version {
  autosave: boolean;
  /** Teacher localId to the localId of whoever takes over. */
  replacedTeachers: Readonly<Record<string, string>>;
  added: Teaching[];
  /** Matches the keys of the teachings that get a new time. */
  moved: RegExp;
  seed: number;
}

type Dates = Pick<
  TimetableVersionSummary,
  'status' | 'isCurrent' | 'publishedAt' | 'effectiveFrom' | 'effectiveTo' | 'createdAt' | 'updatedAt'
>;

function summaryOf(versionNumber: number, versionName: string | null, dates: Dates): TimetableVersionSummary {
  return {
    id: `main-2026-v${versionNumber}`,
    name: 'Main School',
    groupId: 'main-2026',
    versionNumber,
    versionName,
    status: dates.status,
    isCurrent: dates.isCurrent,
    publishedAt: dates.publishedAt,
    effectiveFrom: dates.effectiveFrom,
    effectiveTo: dates.effectiveTo,
    schedulingMode: 'standard',
    createdAt: dates.createdAt,
    updatedAt: dates.updatedAt,
  };
}

const draft = { status: 'draft', isCurrent: false, publishedAt: null, effectiveFrom: null, effectiveTo: null } as const;

/** Started with the draft; no class, so anyone may come. */
const roboticsClub = plainLesson(
  {
    key: 'robotics',
    teacherIds: ['tch_34', 'tch_49'],
    subjectId: 'sub_rob',
    room: oneOf('same', { candidates: ['rom_work'], groups: ['rgp_com'] }),
    handPickedRoomId: 'rom_work',
  },
  [[1, 2]],
);

export const mainVersions: MainVersion[] = [
  {
    summary: summaryOf(1, 'First term', {
      status: 'published',
      isCurrent: true,
      publishedAt: '2026-08-14T09:30:00.000Z',
      effectiveFrom: 20260901,
      effectiveTo: 20270115,
      createdAt: '2026-06-22T07:12:41.000Z',
      updatedAt: '2026-08-14T09:30:00.000Z',
    }),
    description: 'Years 5 to 10. Class time opens the week; languages are taught across each year group.',
    autosave: false,
    replacedTeachers: {},
    added: [],
    moved: /^$/,
    seed: 1,
  },
  {
    summary: summaryOf(2, 'From January', {
      status: 'published',
      isCurrent: false,
      publishedAt: '2026-11-13T15:05:00.000Z',
      effectiveFrom: 20270116,
      effectiveTo: null,
      createdAt: '2026-10-26T10:44:03.000Z',
      updatedAt: '2026-11-13T15:05:00.000Z',
    }),
    description:
      'Yohannes Tesfaye takes over history in years 7 and 8. History, music and drama there move to new times.',
    autosave: false,
    replacedTeachers: { tch_14: 'tch_52' },
    added: [],
    moved: /^[78][A-E]-(his|mus|dra)$/,
    seed: 2,
  },
  {
    summary: summaryOf(3, 'Second term, with robotics', {
      ...draft,
      createdAt: '2026-11-16T08:20:17.000Z',
      updatedAt: '2026-11-19T16:41:55.000Z',
    }),
    description: 'Proposal: a robotics club, and new times for geography in years 9 and 10.',
    autosave: false,
    replacedTeachers: {},
    added: [roboticsClub],
    moved: /^(9|10)[A-E]-geo$/,
    seed: 3,
  },
  {
    summary: summaryOf(4, null, {
      ...draft,
      createdAt: '2026-11-20T13:02:09.000Z',
      updatedAt: '2026-11-20T13:02:09.000Z',
    }),
    description: 'Proposal: a robotics club, and new times for geography in years 9 and 10.',
    autosave: true,
    replacedTeachers: {},
    added: [],
    moved: /^6B-(eng|mat)$/,
    seed: 4,
  },
];
