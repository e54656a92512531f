// Types of requests and responses, by the names of the OpenAPI document: the contract's own types, and nothing of it
// that runs. The package has them spelled out instead (tools/package/openapi-types.ts).
import type * as v from 'valibot';
import type { DEFINITIONS } from '../../../src/contract/report-types/every-type.ts';
import type { ANSWERS, QUERIES, REQUESTS } from '../../../src/openapi/components.ts';

export type Requests = { [N in keyof typeof REQUESTS]: v.InferInput<(typeof REQUESTS)[N][0]> };
export type Answers = { [N in keyof typeof ANSWERS]: v.InferOutput<(typeof ANSWERS)[N][0]> };
export type Queries = { [N in keyof typeof QUERIES]: v.InferOutput<(typeof QUERIES)[N]> };
export type Templates = { [T in keyof typeof DEFINITIONS]: keyof (typeof DEFINITIONS)[T]['templates'] };
