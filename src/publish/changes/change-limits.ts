// How much the changes of an organisation may be. What is more leaves something out and says so; a school is far below.

export const changeLimits = {
  /** In the list, and for how many milliseconds. */
  entries: 100,
  age: 30 * 86_400_000,
  /** Of one entry. */
  timetables: 200,
  units: 10_000,
  entityIds: 5_000,
  /** Of the JSON of what the list says of it, so that a hundred fit into one answer. */
  listedBytes: 100_000,
  /** Of the JSON of its units. */
  bytes: 8 * 1024 * 1024,
  /** Of all entries together: the oldest leave first. */
  together: 64 * 1024 * 1024,
};
