// What the test runs found, last so that it stands at the end of a log however long: each failed test by name with its
// error, then the counts of all runs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
const longest = 3000;
let [passed, failed, skipped] = [0, 0, 0];
for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  const run = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  passed += run.numPassedTests;
  failed += run.numFailedTests;
  skipped += run.numPendingTests;
  for (const { name, status, message, assertionResults } of run.testResults) {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName, failureMessages } of tests) {
      console.log(`FAILED ${file} ${name}: ${fullName}\n${failureMessages.join('\n').slice(0, longest)}`);
    }
    if (status === 'failed' && tests.length === 0) console.log(`FAILED ${file} ${name}\n${message.slice(0, longest)}`);
  }
}
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
