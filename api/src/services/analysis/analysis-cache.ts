import { createHash } from 'node:crypto'
import type { AnalyzePerformanceResponse } from '@propsight/shared/contracts'
import { LRUCache } from 'lru-cache'
import { createLoadOnce } from '../../platform/cache/cache.ts'

export type Analysis = AnalyzePerformanceResponse['data']['analysis']

/** Cached analyses of a few kB each. A page reload requests the same analysis again during its run. */
const MAX_ANALYSES = 300
/**
 * Analyses of one run that may use a language model. Further questions of the run get the engine's sentences.
 */
const MODEL_ANALYSES_PER_RUN = 3

export interface AnalysisCache {
  /**
   * Returns the analysis of a question of a run. Computes it once, also for parallel requests (single
   * flight).
   * @param question JSON value with everything that the answer depends on
   * @param make computes the analysis; `withModel` says whether it may use a language model
   * @throws the error of `make`; a failed analysis is not cached
   */
  of(runId: string, question: unknown, make: (withModel: boolean) => Promise<Analysis>): Promise<Analysis>
}

/**
 * Caches analyses by run and question, so that a reload shows the same lines and does not call a model again.
 */
export function createAnalysisCache(): AnalysisCache {
  const once = createLoadOnce<Analysis>(MAX_ANALYSES)
  const analysesOfRun = new LRUCache<string, number>({ max: MAX_ANALYSES })
  const count = (runId: string, change: number) => {
    const before = analysesOfRun.get(runId) ?? 0
    analysesOfRun.set(runId, before + change)
    return before
  }
  return {
    of(runId, question, make) {
      const key = createHash('sha256')
        .update(JSON.stringify([runId, question]))
        .digest('base64')
      return once(key, async () => {
        const withModel = count(runId, 1) < MODEL_ANALYSES_PER_RUN
        try {
          return await make(withModel)
        } catch (error) {
          count(runId, -1)
          throw error
        }
      })
    },
  }
}
