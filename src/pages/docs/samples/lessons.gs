// In Google Sheets: Extensions, Apps Script; paste this, and add the key under Project settings as the script property BELFRY_KEY. Then
// =LESSONS("https://your-school", "7A", "2026-W48") fills a row for each lesson of the class in that week.
function LESSONS(url, className, week) {
  const key = PropertiesService.getScriptProperties().getProperty('BELFRY_KEY');
  const answer = UrlFetchApp.fetch(`${url}/api/v1/weeks/${week}/classes/${encodeURIComponent(className)}`, {
    headers: { Authorization: `Bearer ${key}` },
    muteHttpExceptions: true, // so that a refusal can be shown
  });
  const { data, error } = JSON.parse(answer.getContentText());
  if (!data) throw new Error(error.message ?? error); // a 402 is a sentence, all others an object
  const names = (those) => those.map(({ name }) => name).join(', ');
  return data.lessons.map((lesson) => [
    lesson.date,
    lesson.startTime,
    names(lesson.subjects),
    names(lesson.teachers),
    names(lesson.rooms),
  ]);
}
