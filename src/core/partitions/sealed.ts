// What the functions of a report in partitions hand to each other: bytes, compressed and covered by a checksum, so that
// what is incomplete, changed or of another version is refused.
import {
  compressSection,
  decodeHead,
  decodeSection,
  encodeSections,
  type SectionFormat,
} from '../extract/sections.ts';

/** "OAPS", little-endian. The version is raised with every change of what one function writes and another one reads. */
const FORMAT: SectionFormat = { magic: 0x5350414f, version: 10 };

export function seal(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return encodeSections(FORMAT, {}, [compressSection(bytes)]);
}

/** What was sealed. Throws ExtractUnreadableError. */
export function unseal(sealed: Uint8Array): Uint8Array {
  const [place] = decodeHead(FORMAT, sealed).sections;
  const section = place === undefined ? new Uint8Array() : sealed.subarray(place.at, place.at + place.bytes);
  return decodeSection(section, place ?? { at: 0, bytes: 0, rawBytes: 0, checksum: -1 }, 0);
}

export function sealJson(value: object): Uint8Array<ArrayBuffer> {
  return seal(new TextEncoder().encode(JSON.stringify(value)));
}

/** For a schema: nothing is known of the value but that it is as it was sealed. Throws ExtractUnreadableError. */
export function unsealJson(sealed: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(unseal(sealed)));
}
