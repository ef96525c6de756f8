import type { Page } from '@playwright/test'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'

const MEASURED = 5

/**
 * Lighthouse's index of the machine, the best of several: what else runs there takes from an index and adds nothing,
 * so that a busy moment makes no processor look slower than it is.
 */
export async function bestBenchmark(page: Page): Promise<number> {
  let best = 0
  for (let at = 0; at < MEASURED; at++)
    best = Math.max(best, await page.evaluate(pageFunctions.computeBenchmarkIndex))
  return best
}
