// Cursors of lists that never change: the number of entries shown so far, bound to the list by a fingerprint.
import { createHash } from 'node:crypto';
import { cursorOf } from '../contract/paging.ts';
import { InvalidRequestError } from '../core/errors.ts';

/** Of everything that decides which entries are in the list, and in which order. */
export function fingerprintOf(list: unknown): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 16);
}

export function cursorAt(position: number, fingerprint: string): string {
  return cursorOf(`${position}.${fingerprint}`);
}

/** 0 without a cursor. Throws InvalidRequestError for a cursor of another list, or of none. */
export function positionOf(cursor: string | undefined, fingerprint: string): number {
  if (cursor === undefined) return 0;
  const [, position = ''] = /^(\d{1,9})\./.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (position === '' || cursorAt(Number(position), fingerprint) !== cursor) {
    throw new InvalidRequestError(
      'cursor',
      'expected the next_cursor of an earlier response to the same request',
    );
  }
  return Number(position);
}
