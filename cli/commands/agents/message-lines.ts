// Standard input as whole lines, one message each. A line above the limit is skipped as it arrives, so that memory does not grow
// with it, and refused under the id of its request; the messages after it are served.
import { Transform, type TransformCallback } from 'node:stream';

const NEWLINE = 0x0a;
/** Bytes kept of either end of a skipped line: `id` stands before or after the parameters. */
const KEPT_BYTES = 512;
/** JSON-RPC: Invalid Request. */
const INVALID_REQUEST = -32_600;

const ID = String.raw`"id"\s*:\s*(-?\d{1,16}|"[^"\\]{0,128}")`;
const VERSION = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const FIRST = new RegExp(String.raw`^\s*\{\s*(?:${VERSION}\s*,\s*)?${ID}\s*,`);
const LAST = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*${VERSION}\s*)?\}\s*$`);

export interface MessageLinesOptions {
  /** Most bytes of a line, with its end. */
  readonly maxBytes: number;
  /** Takes the answer to a line that was skipped: a line of JSON-RPC. */
  readonly refuse: (line: string) => void;
}

export class MessageLines extends Transform {
  private readonly options: MessageLinesOptions;
  /** The current line so far, or the last bytes of one that is skipped. */
  private parts: Buffer[] = [];
  private size = 0;
  private head = '';

  constructor(options: MessageLinesOptions) {
    super();
    this.options = options;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      this.addPart(chunk.subarray(from, at + 1));
      this.endLine();
      from = at + 1;
    }
    this.addPart(chunk.subarray(from));
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.isTooLong()) this.endLine();
    done();
  }

  private isTooLong(): boolean {
    return this.size > this.options.maxBytes;
  }

  private addPart(part: Buffer): void {
    const wasTooLong = this.isTooLong();
    this.size += part.length;
    this.parts.push(part);
    if (!this.isTooLong()) return;
    const held = Buffer.concat(this.parts);
    if (!wasTooLong) this.head = held.toString('utf8', 0, KEPT_BYTES);
    this.parts = [Buffer.from(held.subarray(-KEPT_BYTES))];
  }

  private endLine(): void {
    const line = Buffer.concat(this.parts);
    if (this.isTooLong()) this.options.refuse(this.refusal(line.toString('utf8')));
    else this.push(line);
    this.parts = [];
    this.size = 0;
  }

  private refusal(tail: string): string {
    const { maxBytes } = this.options;
    const [, id = 'null'] = FIRST.exec(this.head) ?? LAST.exec(tail) ?? [];
    const message = `The message exceeds ${maxBytes} bytes.`;
    const data = { code: 'payload_too_large', max_bytes: maxBytes };
    return `${JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(id), error: { code: INVALID_REQUEST, message, data } })}\n`;
  }
}
