import type { Deps } from '../../deps.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { engineSentences } from './wording/engine-sentences.ts'
import type { LineFacts } from './wording/facts.ts'

/** Added to the timeout of the model. Allows one attempt that times out, but in most cases not its retry. */
const SLACK_MS = 2_000

export interface LineSentences {
  readonly reasoning: string
  readonly by: 'engine' | 'model'
  /** Number of sentences of the model that failed the check of facts. */
  readonly dropped: number
}

const engineOnly = (facts: LineFacts, dropped = 0): LineSentences => ({
  reasoning: engineSentences(facts).join(' '),
  by: 'engine',
  dropped,
})

async function writeSentencesOf(
  parts: Pick<Deps, 'ai' | 'env' | 'log'>,
  facts: LineFacts,
): Promise<LineSentences> {
  const { ai, env, log } = parts
  if (!ai.words) return engineOnly(facts)
  try {
    const { writeSentences } = await import('./ai/write-sentences.ts')
    const sentences = await withTimeout(writeSentences(ai.words, facts), env.AI_TIMEOUT_MS + SLACK_MS)
    if (!sentences) return engineOnly(facts)
    const { text, dropped } = sentences
    if (dropped > 0) {
      log.info({ dropped, model: ai.name }, 'sentences of the model failed the check of facts')
    }
    return text === null ? engineOnly(facts, dropped) : { reasoning: text, by: 'model', dropped }
  } catch (error) {
    // guardModel has already logged the reason.
    const kind = error instanceof Error ? error.name : typeof error
    log.debug({ kind }, 'the engine’s sentences replace those of the model')
    return engineOnly(facts)
  }
}

/**
 * Writes the sentences of recommended lines. Uses a language model when one is configured, answers in time
 * and states only known facts; otherwise the engine's own sentences. Never throws.
 * @param withModel false when the run has used its share of the model
 */
export const writeLineSentences = (
  parts: Pick<Deps, 'ai' | 'env' | 'log'>,
  lines: readonly LineFacts[],
  withModel: boolean,
): Promise<LineSentences[]> =>
  Promise.all(lines.map(async (facts) => (withModel ? writeSentencesOf(parts, facts) : engineOnly(facts))))
