// Computes market basket analysis: which products are bought together.

import { createPasses } from './partitions/partitioned.ts';

export const marketBasketAnalysis = createPasses();
