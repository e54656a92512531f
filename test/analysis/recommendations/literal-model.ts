// Recommendations from literal baskets, as evidence of single products and as the model of all.
import { gatherEvidence } from '../../../src/analysis/recommendations/product-evidence.ts';
import { type ServedModel, ServedModelBuilder } from '../../../src/analysis/recommendations/served-model.ts';
import { toBaskets } from '../mining/basket-data.ts';

export function gatherLiteral(baskets: readonly (readonly string[])[]) {
  const evidence = gatherEvidence(toBaskets(baskets), { minSupport: 0.1, minConfidence: 0.1, maxWork: 1e9 });
  return { products: [...evidence.products()], summary: evidence.summary() };
}

export function createModel(baskets: readonly (readonly string[])[]): ServedModel {
  const { products, summary } = gatherLiteral(baskets);
  const builder = new ServedModelBuilder();
  for (const product of products) builder.add(product);
  return builder.end(summary);
}
