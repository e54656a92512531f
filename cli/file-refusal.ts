// Order files that a command can't use as they are, though they can be read: with the options that could help.
import type { WayOut } from '../order-files/problems/way-out.ts';

export class FileRefusal extends Error {
  override readonly name = 'FileRefusal';
  /** 1 where the files were read and hold nothing, 2 where the command stopped. */
  readonly exitCode: 1 | 2;
  readonly way: WayOut | undefined;

  constructor(message: string, exitCode: 1 | 2, way?: WayOut) {
    super(message);
    this.exitCode = exitCode;
    this.way = way;
  }
}
