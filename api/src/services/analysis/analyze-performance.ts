import type { Line, Recommendation } from '@propsight/shared/contracts'
import { ENGINE_VERSION } from '@propsight/shared/domain/engine'
import { leagueOfMarket } from '../../sources/box-score-league.ts'
import type { SentencePorts } from './ai/choose-sentences.ts'
import type { Analysis } from './analysis-cache.ts'
import { chooseLines, type JudgedLine } from './choose-lines.ts'
import { type LineContextPorts, readLineContext } from './line-context.ts'
import { lineFacts } from './line-facts.ts'
import { type LineSentences, writeLineSentences } from './line-sentences.ts'
import { type PlayerRecordPorts, readPlayerRecords } from './player-records.ts'
import type { LineContext, LineFacts } from './wording/facts.ts'

type Parts = PlayerRecordPorts & LineContextPorts & SentencePorts

interface Question {
  readonly lines: readonly Line[]
  /** Maximum number of recommended lines. */
  readonly most: number
  /** Game window of the hit rates, in games. */
  readonly window: number
  /** Keys of the user's books, whose prices count; null for all. */
  readonly books: readonly string[] | null
  /** Whether a language model may choose the sentences. */
  readonly withModel: boolean
}

const hundredths = (value: number): number => Math.round(value * 100) / 100

function recommendation(
  { line, record, forecast }: JudgedLine,
  facts: LineFacts,
  { opposingPitcher, weather }: LineContext,
  { reasoning, by }: LineSentences,
): Recommendation {
  const { fullName, team, position, personId, availability } = record
  return {
    id: line.id,
    player: { name: fullName, team, position: position || line.position, personId },
    bettingLine: line.line,
    recommendation: forecast.call,
    confidence: facts.chance,
    low: facts.low,
    high: facts.high,
    push: facts.push,
    edge: facts.edge,
    fairLine: hundredths(forecast.fairLine),
    projected: hundredths(forecast.mean),
    reasoning,
    words: by,
    opposingPitcher,
    weather,
    news: availability?.text ?? null,
  }
}

/**
 * Recommends lines by the engine's probability and explains each recommendation in sentences (N4). Trusts
 * only the identity, the number and the odds type of the given lines; everything else is read from the
 * sources.
 * @returns an analysis, without recommendations when every line is passed over, for example because none reaches
 * its break-even
 * @throws UpstreamError when no game log could be read
 */
export async function analyzePerformance(
  parts: Parts,
  { lines, most, window, books, withModel }: Question,
): Promise<Analysis> {
  const recordOf = await readPlayerRecords(parts, lines)
  const { chosen, passedOver } = chooseLines(lines, recordOf, { most, window, books })
  const lineContexts = await Promise.all(chosen.map((judged) => readLineContext(parts, judged)))
  const explained = chosen.flatMap((judged, at) => {
    const lineContext = lineContexts[at]
    return lineContext ? [{ judged, lineContext, facts: lineFacts(judged, lineContext, window) }] : []
  })
  const lineSentences = await writeLineSentences(
    parts,
    explained.map(({ facts }) => facts),
    withModel,
  )
  const recommendations = explained.flatMap(({ judged, facts, lineContext }, at) => {
    const sentences = lineSentences[at]
    return sentences ? [recommendation(judged, facts, lineContext, sentences)] : []
  })
  const byModel = lineSentences.some(({ by }) => by === 'model')
  return {
    recommendations,
    passedOver: [...passedOver],
    engine:
      chosen[0]?.record.engine ??
      leagueOfMarket(parts.upstream, lines[0]?.statType ?? '')?.engine ??
      ENGINE_VERSION,
    wording: {
      by: byModel ? 'model' : 'engine',
      model: byModel ? parts.ai.name : null,
      dropped: lineSentences.reduce((sum, { dropped }) => sum + dropped, 0),
    },
  }
}
