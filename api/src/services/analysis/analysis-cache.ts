import { createHash } from 'node:crypto'
import type { Analysis } from './analyze-performance.ts'

/** Cached analyses of a few kB each. A page reload requests the same analysis again during its run. */
const MAX_ANALYSES = 300
/**
 * Analyses of one run that may use a language model. Further questions of the run get the engine's sentences.
 */
const MODEL_ANALYSES_PER_RUN = 3

interface CachedAnalysis {
  readonly runId: string
  readonly analysis: Promise<Analysis>
}

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
  const analyses = new Map<string, CachedAnalysis>()
  return {
    of(runId, question, make) {
      const key = createHash('sha256')
        .update(JSON.stringify([runId, question]))
        .digest('base64')
      const cached = analyses.get(key)
      if (cached) return cached.analysis
      const analysesOfRun = [...analyses.values()].filter((other) => other.runId === runId).length
      const analysis = make(analysesOfRun < MODEL_ANALYSES_PER_RUN)
      analyses.set(key, { runId, analysis })
      const [oldest] = analyses.keys()
      if (analyses.size > MAX_ANALYSES && oldest !== undefined) analyses.delete(oldest)
      analysis.catch(() => {
        if (analyses.get(key)?.analysis === analysis) analyses.delete(key)
      })
      return analysis
    },
  }
}
