// Sealed cursors: they reveal no place in a list, and continue only the list that they were issued for.
import { describe, expect, it } from 'vitest';
import { toCursor } from '../../src/contract/paging.ts';
import { createSealedCursors } from '../../src/http/sealed-cursor.ts';

const SECRET = Buffer.alloc(32, 7).toString('base64url');
const LIST = ['acc_1', '/api/v1/reports/R/customers', [['dataset_id', 'default']]];
const cursors = createSealedCursors(SECRET, LIST);
const PLAIN = toCursor('12.5 1abcdefghij');
const sealed = cursors.seal(PLAIN);
const expectRefused = (cursor: string, by = cursors) =>
  expect(() => by.open(cursor)).toThrow(
    'cursor: expected the next_cursor of an earlier response to the same request',
  );

describe('a sealed cursor', () => {
  it.each([PLAIN, toCursor('x'), toCursor('ä#\u0000'.repeat(300))])(
    'opens to the cursor that was sealed',
    (plain) => {
      expect(cursors.open(cursors.seal(plain))).toBe(plain);
    },
  );

  it('is the same for the same place', () => {
    expect(cursors.seal(PLAIN)).toBe(sealed);
    expect(cursors.seal(toCursor('12.5 1abcdefghik')).slice(0, 16)).not.toBe(sealed.slice(0, 16));
  });

  it('holds no byte sequence of the place', () => {
    const bytes = Buffer.from(sealed, 'base64url').toString('latin1');
    expect(bytes).not.toContain('1abcdefghij');
    expect(bytes).not.toContain('12.5');
  });

  it('is refused for another account, list, query or secret', () => {
    expectRefused(sealed, createSealedCursors(SECRET, ['acc_2', ...LIST.slice(1)]));
    expectRefused(sealed, createSealedCursors(SECRET, ['acc_1', '/api/v1/reports/S/customers', LIST[2]]));
    expectRefused(sealed, createSealedCursors(SECRET, [...LIST.slice(0, 2), [['dataset_id', 'other']]]));
    expectRefused(sealed, createSealedCursors(Buffer.alloc(32, 8).toString('base64url'), LIST));
  });

  it('is refused if any byte is changed, missing, added or encoded differently', () => {
    const bytes = Buffer.from(sealed, 'base64url');
    for (const at of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expectRefused(changed.toString('base64url'));
      expectRefused(bytes.subarray(0, at).toString('base64url'));
    }
    expectRefused(Buffer.concat([bytes, Buffer.from([0])]).toString('base64url'));
    for (const tail of ['A', '=', '==', ' ', '\n', '.x']) expectRefused(`${sealed}${tail}`);
    expectRefused(bytes.toString('base64').replaceAll('=', '').concat('='));
    expectRefused(PLAIN);
    expectRefused('');
  });
});
