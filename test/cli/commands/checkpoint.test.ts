// What a stopped run leaves behind, and for whom it is.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Checkpoint, describeReading, NOTHING_SENT } from '../../../cli/commands/files/checkpoint.ts';

describe('the checkpoint', () => {
  const dir = mkdtempSync(join(tmpdir(), 'checkpoint-'));
  afterAll(() => rmSync(dir, { recursive: true }));
  const data = join(dir, 'orders.csv');
  const file = join(dir, 'checkpoint.json');
  const open = (dataset = 'default') => new Checkpoint(file, describeReading([data], { dataset }));

  it('resumes with the same files only', () => {
    writeFileSync(data, 'order_id,product_name\n1,tea\n');
    expect(open().load()).toEqual(NOTHING_SENT);
    open().save({ run: 'r', orders_sent: 3, rows_sent: 9, imports: ['i'] });
    expect(open().load()).toMatchObject({ run: 'r', orders_sent: 3, rows_sent: 9, imports: ['i'] });
    expect(() => open('other').load()).toThrow('remove it');
    writeFileSync(data, 'order_id,product_name\n1,tea\n2,tea\n');
    expect(() => open().load()).toThrow('remove it');
    open().remove();
    expect(existsSync(file)).toBe(false);
  });

  it('of a run that sent nothing does not block other files', () => {
    open().save({ ...NOTHING_SENT, run: 'r' });
    expect(open().load().run).toBe('r');
    expect(open('other').load()).toEqual(NOTHING_SENT);
    open().remove();
  });
});
