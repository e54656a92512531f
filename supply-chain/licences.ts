// npm run licences: prints the licence of everything that is installed for production or deployed; exits with 1 when
// one is not on the list.
import { ALLOWED, readLicences } from './installed.ts';

const entries = await readLicences(`${import.meta.dirname}/..`);
for (const entry of entries) console.log(JSON.stringify(entry));
const refused = entries.filter(({ isAllowed }) => !isAllowed);
for (const entry of refused) {
  console.error(`${entry.package}: ${entry.licence} is none of ${ALLOWED.join(', ')}`);
}
console.error(`${entries.length} packages, ${entries.filter(({ isBundled }) => isBundled).length} deployed.`);
if (refused.length > 0) process.exitCode = 1;
