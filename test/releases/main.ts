// npm run release -- [FILE]: keeps what this release promises the next one, in test/releases/last-release.json. It publishes nothing.
import '../../quality/harness/function-environment.ts';
import { writeFileSync } from 'node:fs';
import { LAST_RELEASE, releaseOfToday } from './release.ts';

const [file = LAST_RELEASE] = process.argv.slice(2);
// What the functions log while they write the samples.
console.info = () => undefined;
const release = await releaseOfToday();
writeFileSync(file, `${JSON.stringify(release, undefined, 1)}\n`);
console.log(`kept release ${release.release} for the tests of the next one`);
