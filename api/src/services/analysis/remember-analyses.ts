import { createHash } from 'node:crypto'
import type { Analysis } from './analyze-performance.ts'

/** Some kB each: a run's answer is wanted again within its hour, by a reload. */
const MOST_KEPT = 300
/** Boards of one run that a model words; whoever changes his question more often has the engine's words. */
const MODEL_BOARDS_A_RUN = 3

interface Remembered {
  readonly runId: string
  readonly analysis: Promise<Analysis>
}

export interface Analyses {
  /**
   * The analysis of the same question under the same run: made once, even where it is asked twice at a time.
   * @param question whatever the answer depends on
   * @param make told whether a model may be asked
   * @throws what `make` throws, which is forgotten
   */
  of(runId: string, question: unknown, make: (withModel: boolean) => Promise<Analysis>): Promise<Analysis>
}

/** Keeps answers by run and question, so that a reload neither shows other lines nor asks a model again. */
export function rememberAnalyses(): Analyses {
  const kept = new Map<string, Remembered>()
  return {
    of(runId, question, make) {
      const key = createHash('sha256')
        .update(JSON.stringify([runId, question]))
        .digest('base64')
      const known = kept.get(key)
      if (known) return known.analysis
      const boards = [...kept.values()].filter((other) => other.runId === runId).length
      const analysis = make(boards < MODEL_BOARDS_A_RUN)
      kept.set(key, { runId, analysis })
      const [oldest] = kept.keys()
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
      analysis.catch(() => {
        if (kept.get(key)?.analysis === analysis) kept.delete(key)
      })
      return analysis
    },
  }
}
