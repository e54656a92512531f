// Methods shared by resources that are created, read, changed and deleted by id.

import type {
  CreateScheduleRequest,
  CreateSourceRequest,
  Schedule,
  Source,
  UpdateScheduleRequest,
  UpdateSourceRequest,
} from './contract.ts';
import { createKey } from './idempotency-key.ts';
import type { CallOptions, Transport } from './transport.ts';

export interface CreateOptions extends CallOptions {
  /**
   * The same key and request within 24 hours create one. Default: a random one, so that the request may be repeated.
   */
  readonly idempotencyKey?: string | undefined;
}

export class Managed<T, CreateRequest extends object, Changes extends object> {
  readonly #transport: Transport;
  readonly #path: string;
  readonly #listed: string;

  /** `listed`: the member of the response that has all of them. */
  constructor(transport: Transport, path: string, listed: string) {
    this.#transport = transport;
    this.#path = path;
    this.#listed = listed;
  }

  create(request: CreateRequest, { idempotencyKey = createKey(), ...call }: CreateOptions = {}): Promise<T> {
    return this.#transport.post<T>(this.#path, JSON.stringify(request), idempotencyKey, call);
  }

  /** All of the account, oldest first. */
  async list(call: CallOptions = {}): Promise<readonly T[]> {
    const page = await this.#transport.read<Readonly<Record<string, readonly T[]>>>({
      ...call,
      path: this.#path,
    });
    return page[this.#listed] ?? [];
  }

  get(id: string, call: CallOptions = {}): Promise<T> {
    return this.#transport.read<T>({ ...call, path: this.#pathOf(id) });
  }

  /** Changes what is given. */
  update(id: string, changes: Changes, call: CallOptions = {}): Promise<T> {
    return this.#transport.patch<T>(this.#pathOf(id), JSON.stringify(changes), call);
  }

  delete(id: string, call: CallOptions = {}): Promise<T> {
    return this.#transport.delete<T>({ ...call, path: this.#pathOf(id) });
  }

  #pathOf(id: string): string {
    return `${this.#path}/${encodeURIComponent(id)}`;
  }
}

// Schedules: reports that the service requests regularly.

/** An update to `{ status: 'active' }` resumes one that is paused. The reports of one that is deleted stay. */
export class Schedules extends Managed<Schedule, CreateScheduleRequest, UpdateScheduleRequest> {
  constructor(transport: Transport) {
    super(transport, '/schedules', 'schedules');
  }
}

// Sources: shops whose own order webhooks the service receives.

/** A secret that an update replaces is accepted for another 24 hours. The orders of one that is deleted stay. */
export class Sources extends Managed<Source, CreateSourceRequest, UpdateSourceRequest> {
  constructor(transport: Transport) {
    super(transport, '/sources', 'sources');
  }
}
