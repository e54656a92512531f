// Market basket analysis: which products are bought together.

import { passesWithin } from './partitions/partitioned.ts';

export const marketBasketAnalysis = passesWithin();
