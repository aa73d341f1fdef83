const { BELFRY_URL, BELFRY_KEY } = process.env;

const response = await fetch(`${BELFRY_URL}/api/v1/timetables`, {
  headers: { Authorization: `Bearer ${BELFRY_KEY}` },
  signal: AbortSignal.timeout(30_000),
});
if (!response.ok) throw new Error(await response.text());
const { data } = await response.json();
for (const { id, name } of data.timetables) console.log(id, name);
