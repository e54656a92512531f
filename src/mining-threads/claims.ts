// The shared memory of the threads of one search: the next item to claim, and the state of the helper.

const NEXT_ITEM = 0;
const HELPER = 1;
const WORDS = 2;

const IDLE = 0;
const SEARCHING = 1;
const DONE = 2;
const FAILED = 3;

export class Claims {
  readonly shared: SharedArrayBuffer;
  private readonly words: Int32Array<SharedArrayBuffer>;
  private readonly items: number;

  constructor(items: number, shared = new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT)) {
    this.items = items;
    this.shared = shared;
    this.words = new Int32Array(shared);
  }

  /** An item that no other thread claims; undefined when all are claimed. Item 0 has nothing below it. */
  readonly next = (): number | undefined => {
    const item = Atomics.add(this.words, NEXT_ITEM, 1) + 1;
    return item < this.items ? item : undefined;
  };

  begin(): void {
    Atomics.store(this.words, HELPER, SEARCHING);
  }

  end(succeeded: boolean): void {
    Atomics.store(this.words, HELPER, succeeded ? DONE : FAILED);
    Atomics.notify(this.words, HELPER);
  }

  /** Waits for a helper that claimed items. `none`: it started too late to claim any. */
  outcome(timeoutMs: number): 'none' | 'done' | 'failed' {
    if (Atomics.load(this.words, HELPER) === IDLE) return 'none';
    Atomics.wait(this.words, HELPER, SEARCHING, timeoutMs);
    return Atomics.load(this.words, HELPER) === DONE ? 'done' : 'failed';
  }
}
