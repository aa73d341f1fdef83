// The content of a .fet file in FET's own terms, before it is interpreted.

/** Everything refers to an item by its `name`. The other fields exist since version 6 and may be empty. */
export type Named = { name: string; longName: string; code: string; line: number };

export type Room = Named & { building: string; capacity: number; isVirtual: boolean; realRoomSets: string[][] };

export type Activity = {
  id: string;
  line: number;
  teachers: string[];
  subject: string;
  students: string[];
  hasTags: boolean;
  duration: number;
  /** Shared by the parts of a split activity; `0` means not split. */
  groupId: string;
  isActive: boolean;
};

/** The time or rooms of an activity. FET writes requests and results alike. */
type TimeGiven = {
  activity: string;
  day: string;
  hour: string;
  weight: number;
  isLocked: boolean;
  line: number;
};
type RoomGiven = { activity: string; room: string; realRooms: string[]; weight: number; line: number };

/** In `mornings-afternoons` two days of the file are one real day. In `terms` the terms are weeks of a cycle. */
export type Mode = 'official' | 'mornings-afternoons' | 'block-planning' | 'terms';

export type FetData = {
  mode: Mode;
  institution: string;
  terms: number | null;
  daysPerTerm: number | null;
  days: Named[];
  hours: Named[];
  realDays: Named[];
  realHours: Named[];
  subjects: Named[];
  teachers: Named[];
  /** Years, groups and subgroups, each once. */
  students: Named[];
  /** How many of them are inside another. */
  nestedStudents: number;
  rooms: Room[];
  activities: Activity[];
  times: TimeGiven[];
  roomsGiven: RoomGiven[];
  /** Rooms that an activity may use, by its id. */
  roomWishes: Map<string, string[]>;
  /** Day and hour of each break that applies to the whole school. */
  breaks: { day: string; hour: string }[];
  /** Ids of activities that begin at the same time. */
  sameStart: string[][];
  /** The number of constraints that are not read. */
  constraints: number;
};

/** A row of *_activities.xml. */
export type Placement = {
  activity: string;
  day: string;
  hour: string;
  room: string;
  realRooms: string[];
  line: number;
};
