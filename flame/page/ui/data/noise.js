// Noise: whether a change of a share is one that the chance of sampling makes by itself.

/** How many standard deviations the changes of 95 of 100 unchanged shares stay within. */
const usual = 1.96;

/**
 * Says whether a weight before and after may be the same share of both profiles: the two-proportion z-test with pooled
 * variance. Where the number of samples is not known, or weights themselves are compared, nothing is noise.
 */
export function isNoise({ samples, trees, isAbsolute }, before, after) {
  if (!samples || isAbsolute) return false;
  const [n, m] = samples;
  const [whole, wholeAfter] = trees.map((tree) => tree.totals[0] || 1);
  const [p, q] = [before / whole, after / wholeAfter];
  const pooled = (p * n + q * m) / (n + m);
  return Math.abs(q - p) < usual * Math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
}
