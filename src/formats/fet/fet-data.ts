// What a .fet file says, in FET's words, before anything is made of it.

/** `name` is what everything refers to; the others are since version 6 and may be empty. */
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
  /** Parts of one split activity share it; `0` is none. */
  groupId: string;
  isActive: boolean;
};

/** A time or rooms that an activity was given, or that were wished for it: FET writes both alike. */
export type TimeGiven = {
  activity: string;
  day: string;
  hour: string;
  weight: number;
  isLocked: boolean;
  line: number;
};
export type RoomGiven = { activity: string; room: string; realRooms: string[]; weight: number; line: number };

/** Two days of a file in `mornings-afternoons` are one; those of `terms` are the weeks of a cycle. */
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
  /** How many of them stand within another. */
  nestedStudents: number;
  rooms: Room[];
  activities: Activity[];
  times: TimeGiven[];
  roomsGiven: RoomGiven[];
  /** Rooms that an activity may be given, by its id. */
  roomWishes: Map<string, string[]>;
  /** Day and hour of each break of the whole school. */
  breaks: { day: string; hour: string }[];
  /** Ids of activities that begin at the same time. */
  sameStart: string[][];
  /** Constraints that are not read, by how many there are. */
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
