// Schedules: reports that the service requests regularly.
import type { CreateScheduleRequest, Schedule, UpdateScheduleRequest } from '../contract.ts';
import { Managed } from '../managed.ts';
import type { Transport } from '../transport.ts';

/** An update to `{ status: 'active' }` resumes one that is paused. The reports of one that is deleted stay. */
export class Schedules extends Managed<Schedule, CreateScheduleRequest, UpdateScheduleRequest> {
  constructor(transport: Transport) {
    super(transport, '/schedules', 'schedules');
  }
}
