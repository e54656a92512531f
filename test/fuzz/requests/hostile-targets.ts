// Hostile paths and queries: invalid percent-encoding, names of prototypes, and paths close to existing routes.
import fc from 'fast-check';
import { CODE_POINT } from '../../../tools/harness/random/code-points.ts';
import type { PathPart } from './fuzz-request.ts';

const SEGMENTS: readonly string[] = [
  ...`
    % %zz %00 %0a%0d %1b%5b2J %ff%fe %e0%a4 %c0%af %2e%2e%2f .. . %2f %252f %25 __proto__ constructor toString %23
    a%23b {id} %7bid%7d * ~ !$&() ' " <script> %F0%9F%98%80 %ed%a0%80 ;a=b : @ %20 + %E2%80%AE`
    .trim()
    .split(/\s+/),
  'x'.repeat(3_000),
  '%41'.repeat(2_000),
];

/** Characters allowed in a request line, except for #, which clients never send. */
const VISIBLE = String.fromCharCode(...Array.from({ length: 94 }, (_, i) => i + 33)).replace('#', '');

/** A path segment that replaces an id. */
export function generateHostileSegment(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom(...SEGMENTS),
    fc.string({ unit: CODE_POINT, minLength: 1, maxLength: 20 }).map(encodeURIComponent),
    fc.string({ unit: fc.constantFrom(...VISIBLE.replace('?', '')), minLength: 1, maxLength: 20 }),
  );
}

const ODD_PATHS: readonly string[] = [
  ...`
    / // ///reports /reports/ /REPORTS /reports// /reports/%2f /reports/a/b /data /data/orders/ /data%2forders
    /data/orders;x /./reports /reports/../datasets /datasets/x /nowhere /openapi.json /docs /console
    /console/files.json /datasets/ /customers /erasures /% /%zz /%00`
    .trim()
    .split(/\s+/),
  '',
  `/${'a/'.repeat(2_000)}`,
  `/${'%41'.repeat(2_500)}`,
];

export function generateOddPath(): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ODD_PATHS) },
    fc.array(generateHostileSegment(), { minLength: 1, maxLength: 3 }).map((parts) => `/${parts.join('/')}`),
  );
}

const QUERIES: readonly string[] = [
  ...`
    & = % %zz=1 __proto__=1 __proto__[a]=1 constructor=1 limit limit= limit[]=1 limit=1&limit=2 limit=0 limit=-1
    limit=101 limit=1e1 limit=0x1 limit=%31 limit=%EF%BC%91 limit=1%00 limit=+1 limit=01 limit=001 cursor= cursor=%00
    cursor=zzz cursor=%ff cursor=Li4vLi4v cursor=YWNjXzAxI3JlcG9ydA cursor=MDFBUlozTkRFS1RTVjRSUkZGUTY5RzVGQVY=
    cursor=WlpaWlpaWlpaWlpaWlpaWlpaWlpaWlpaWlo import_id= import_id=%00 import_id=%ed%a0%80 import_id=a&import_id=b
    report_type=mba report_type=MBA,RFM dataset_id=A dataset_id=%23 dataset_id=a%23b
    dataset_id=default&dataset_id=default custom:=x custom:category custom:category=
    custom%3Acategory=a&custom%3Acategory=b custom:__proto__=x custom:constructor=x&custom:category=y`
    .trim()
    .split(/\s+/),
  '',
  `cursor=${'A'.repeat(1_001)}`,
  `cursor=${'A'.repeat(6_000)}`,
  `import_id=${'x'.repeat(257)}`,
  `import_id=${'%E2%82%AC'.repeat(256)}`,
  `custom:${'k'.repeat(3_000)}=x`,
  Array.from({ length: 9 }, (_, i) => `custom:k${i}=x`).join('&'),
];

export function generateOddQuery(): fc.Arbitrary<string> {
  const random = fc.string({ unit: fc.constantFrom(...VISIBLE), maxLength: 40 });
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...QUERIES) }, random);
}

/** A query of the given parameters, properly encoded. */
export function encodeQuery(parameters: unknown): string {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(parameters ?? {}))
    for (const value of [values].flat()) query.append(name, String(value).toWellFormed());
  return query.toString();
}

export function withQuery(path: readonly PathPart[], query: string): readonly PathPart[] {
  return query === '' ? path : [...path, `?${query}`];
}
