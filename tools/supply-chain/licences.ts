// npm run licences: prints the licence of every installed production package; exits with 1 if a licence is not on the
// list or if a data file does not state its terms.
import { ALLOWED, findDataWithoutTerms, readLicences } from './installed.ts';

const root = `${import.meta.dirname}/../..`;
const entries = readLicences(root);
for (const entry of entries) console.log(JSON.stringify(entry));
const refused = entries.filter(({ isAllowed }) => !isAllowed);
for (const entry of refused) {
  console.error(`${entry.package}: ${entry.licence} is none of ${ALLOWED.join(', ')}`);
}
console.error(`${entries.length} packages, ${entries.filter(({ isBundled }) => isBundled).length} deployed.`);
const unstated = findDataWithoutTerms(root);
for (const file of unstated) console.error(`${file}: the README next to it does not state its terms`);
if (refused.length + unstated.length > 0) process.exitCode = 1;
