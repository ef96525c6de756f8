import { chooseSentences, type SentencePorts } from './ai/choose-sentences.ts'
import { candidateSentences, edgeSentence, leadSentence } from './wording/engine-sentences.ts'
import type { LineFacts } from './wording/facts.ts'

export interface LineSentences {
  readonly reasoning: string
  /** Who chose the sentences after the first. All of them are built by the engine. */
  readonly by: 'engine' | 'model'
  /** Number of ids of the model that were ignored. */
  readonly dropped: number
}

async function writeForLine(
  parts: SentencePorts,
  facts: LineFacts,
  withModel: boolean,
): Promise<LineSentences> {
  const lead = leadSentence(facts)
  const candidates = candidateSentences(facts)
  const choice = withModel ? await chooseSentences(parts, lead, candidates) : null
  const byModel = choice !== null && choice.sentences.length > 0
  const sentences = byModel ? choice.sentences : candidates.filter(({ isDefault }) => isDefault)
  return {
    reasoning: [lead, ...sentences.map(({ text }) => text), edgeSentence(facts)].filter(Boolean).join(' '),
    by: byModel ? 'model' : 'engine',
    dropped: choice?.dropped ?? 0,
  }
}

/**
 * Writes the sentences of recommended lines: the probability first, then the sentences that a configured
 * model chooses, or else the engine's own selection, and at the end whether an edge is shown. Never throws.
 * @param withModel false when the run has used its share of the model
 */
export const writeLineSentences = (
  parts: SentencePorts,
  lines: readonly LineFacts[],
  withModel: boolean,
): Promise<LineSentences[]> => Promise.all(lines.map((facts) => writeForLine(parts, facts, withModel)))
