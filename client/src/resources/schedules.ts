// Schedules: reports that the service requests regularly.
import type {
  CreateScheduleRequest,
  ListSchedulesResponse,
  Schedule,
  UpdateScheduleRequest,
} from '../contract.ts';
import { newKey } from '../idempotency-key.ts';
import type { CallOptions, Transport } from '../transport.ts';

const PATH = '/schedules';

export interface CreateScheduleOptions extends CallOptions {
  /** Default: a random one, so that the request may be repeated. */
  readonly idempotencyKey?: string | undefined;
}

export class Schedules {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The schedule, with the time of its first run. */
  create(
    request: CreateScheduleRequest,
    { idempotencyKey = newKey(), ...call }: CreateScheduleOptions = {},
  ): Promise<Schedule> {
    return this.#transport.post<Schedule>(PATH, JSON.stringify(request), idempotencyKey, call);
  }

  /** All schedules, oldest first. */
  async list(call: CallOptions = {}): Promise<readonly Schedule[]> {
    const { schedules } = await this.#transport.read<ListSchedulesResponse>({ ...call, path: PATH });
    return schedules;
  }

  get(scheduleId: string, call: CallOptions = {}): Promise<Schedule> {
    return this.#transport.read<Schedule>({ ...call, path: pathOf(scheduleId) });
  }

  /** Changes what is given; `{ status: 'active' }` resumes a schedule that is paused. */
  update(scheduleId: string, changes: UpdateScheduleRequest, call: CallOptions = {}): Promise<Schedule> {
    return this.#transport.patch<Schedule>(pathOf(scheduleId), JSON.stringify(changes), call);
  }

  /** Its reports stay. */
  delete(scheduleId: string, call: CallOptions = {}): Promise<Schedule> {
    return this.#transport.delete<Schedule>({ ...call, path: pathOf(scheduleId) });
  }
}

function pathOf(scheduleId: string): string {
  return `${PATH}/${encodeURIComponent(scheduleId)}`;
}
