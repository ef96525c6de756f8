import type { Deps } from '../../deps.ts'
import { inTime } from '../board/forecast/in-time.ts'
import { engineSentences } from './wording/engine-sentences.ts'
import type { LineFacts } from './wording/facts.ts'

/** Beyond the model's own limit: one attempt that hangs is waited for, its retry mostly not. */
const SLACK_MS = 2_000

export interface Worded {
  readonly reasoning: string
  readonly by: 'engine' | 'model'
  /** Sentences of a model that were dropped. */
  readonly dropped: number
}

const ownWords = (facts: LineFacts, dropped = 0): Worded => ({
  reasoning: engineSentences(facts).join(' '),
  by: 'engine',
  dropped,
})

async function wordLine(parts: Pick<Deps, 'ai' | 'env' | 'log'>, facts: LineFacts): Promise<Worded> {
  const { ai, env, log } = parts
  if (!ai.words) return ownWords(facts)
  try {
    const { writeWords } = await import('./ai/write-words.ts')
    const words = await inTime(writeWords(ai.words, facts), env.AI_TIMEOUT_MS + SLACK_MS)
    if (!words) return ownWords(facts)
    if (words.dropped > 0)
      log.info({ dropped: words.dropped, model: ai.name }, 'a model wrote what nobody computed')
    return words.text === null
      ? ownWords(facts, words.dropped)
      : { reasoning: words.text, by: 'model', dropped: words.dropped }
  } catch (error) {
    // The model's own guard has logged why.
    log.debug({ kind: error instanceof Error ? error.name : typeof error }, 'the engine’s own words stand')
    return ownWords(facts)
  }
}

/**
 * The sentences of recommended lines: a model's where one is configured, answers in time and says nothing but the
 * facts; else the engine's own. Never throws.
 * @param withModel false where this run had its share of the model
 */
export const wordLines = (
  parts: Pick<Deps, 'ai' | 'env' | 'log'>,
  lines: readonly LineFacts[],
  withModel: boolean,
): Promise<Worded[]> =>
  Promise.all(lines.map(async (facts) => (withModel ? wordLine(parts, facts) : ownWords(facts))))
