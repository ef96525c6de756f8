import type { Page } from '@playwright/test'
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js'

const MEASURED = 5

/**
 * Measures Lighthouse's benchmark index of the machine. Returns the best of several runs, because other load
 * only lowers the index.
 */
export async function bestBenchmark(page: Page): Promise<number> {
  let best = 0
  for (let at = 0; at < MEASURED; at++)
    best = Math.max(best, await page.evaluate(pageFunctions.computeBenchmarkIndex))
  return best
}
