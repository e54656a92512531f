// erasures: what was erased of an account, and the same once more after its tables were restored.
import { SFNClient } from '@aws-sdk/client-sfn';
import Table from 'cli-table3';
import { ulid } from 'ulid';
import { erasureView } from '../../src/erasure/erasure-view.ts';
import { createRequestErasure } from '../../src/erasure/request-erasure.ts';
import { createDatasetStore } from '../../src/stores/datasets.ts';
import { createErasureWorkflow } from '../../src/stores/erasure-workflow.ts';
import { createErasureStore } from '../../src/stores/erasures.ts';
import type { Context } from './context.ts';
