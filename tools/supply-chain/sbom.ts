// npm run sbom [FILE]: writes the software bill of materials of the production packages as CycloneDX 1.6 JSON; the same
// lock file gives the same bytes. https://cyclonedx.org/docs/1.6/json/
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type LockedPackage, listLockedPackages } from './lock-file.ts';

const root = resolve(import.meta.dirname, '../..');
const file = resolve(process.argv[2] ?? join(root, 'dist', 'sbom.cdx.json'));
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
console.log(file);

function billOfMaterials(): object {
  const [own, ...packages] = listLockedPackages(root).filter(({ dev }) => !dev);
  if (own === undefined) throw new Error('package-lock.json has no packages');
  const byPath = new Map([own, ...packages].map((one) => [one.path, one]));
  // A package that is installed in several places is one component.
  const loads = Map.groupBy([own, ...packages], toPurl);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', ...createIdentity(own) } },
    components: [...new Map(packages.map((one) => [toPurl(one), one])).values()].map((one) => ({
      type: 'library',
      ...createIdentity(one),
      ...(one.integrity !== undefined && { hashes: one.integrity.split(' ').map(toHash) }),
    })),
    dependencies: [...loads].map(([ref, places]) => ({
      ref,
      dependsOn: [...new Set(places.flatMap((one) => one.loads))]
        .flatMap((path) => byPath.get(path) ?? [])
        .map(toPurl)
        .filter((purl, at, all) => all.indexOf(purl) === at)
        .sort(),
    })),
  };
}

function createIdentity(one: LockedPackage): object {
  const [group, name] = one.name.startsWith('@') ? one.name.split('/') : [undefined, one.name];
  return {
    'bom-ref': toPurl(one),
    ...(group !== undefined && { group }),
    name,
    version: one.version,
    purl: toPurl(one),
    ...(one.license !== 'none' && { licenses: [{ expression: one.license }] }),
  };
}

/** https://github.com/package-url/purl-spec */
function toPurl({ name, version }: LockedPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** npm writes base64, a bill of materials hexadecimal digits. */
function toHash(integrity: string): object {
  const [algorithm = '', base64 = ''] = integrity.split('-');
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(base64, 'base64').toString('hex'),
  };
}
