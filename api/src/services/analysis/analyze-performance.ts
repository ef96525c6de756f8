import type {
  AnalyzePerformanceResponse,
  GameLogsBody,
  Line,
  Recommendation,
} from '@propsight/shared/contracts'
import { findStatType } from '@propsight/shared/domain'
import { ENGINE_VERSION } from '@propsight/shared/domain/engine'
import type { Deps } from '../../deps.ts'
import { chooseLines, type JudgedLine } from './choose-lines.ts'
import { type LineContext, readLineContext } from './line-context.ts'
import { lineFacts } from './line-facts.ts'
import { type LineSentences, writeLineSentences } from './line-sentences.ts'
import {
  type CollectedRecord,
  collectGameLogs,
  markAvailability,
  readTransactionsInTime,
} from './player-records.ts'
import type { LineFacts } from './wording/facts.ts'

export type Analysis = AnalyzePerformanceResponse['data']['analysis']
type Parts = Pick<Deps, 'upstream' | 'clock' | 'env' | 'log' | 'ai'>
type Player = GameLogsBody['players'][number]

interface Question {
  readonly lines: readonly Line[]
  /** Maximum number of recommended lines. */
  readonly most: number
  /** Game window of the hit rates, in games. */
  readonly window: number
  /** Whether a language model may write the sentences. */
  readonly withModel: boolean
}

/** Limits of names and teams in `GameLogsBody`, in characters. */
const MAX_NAME_LENGTH = 80
const MAX_TEAM_LENGTH = 40

/** The player whose game log grades a line; null for combos, unknown markets and invalid names. */
function playerOf(line: Line): Player | null {
  const stat = findStatType(line.statType)
  const name = line.name.trim()
  const team = line.team.trim()
  if (!stat || line.combo || name === '') return null
  if (name.length > MAX_NAME_LENGTH || team.length > MAX_TEAM_LENGTH) return null
  return { name, team, group: stat.group }
}

const keyOf = ({ name, team, group }: Player) => JSON.stringify([name, team, group])

/**
 * Reads the game log records of the players of some lines, with the latest availability of each player.
 * @returns a function from a line to the record of its player; undefined for a line without a single player
 * @throws UpstreamError when no game log could be read
 */
export async function readPlayerRecords(
  parts: Pick<Deps, 'upstream' | 'clock' | 'log'>,
  lines: readonly Line[],
): Promise<(line: Line) => CollectedRecord | undefined> {
  const players = lines.map(playerOf).filter((player) => player !== null)
  if (players.length === 0) return () => undefined
  const [{ records }, transactions] = await Promise.all([
    collectGameLogs(parts, players),
    readTransactionsInTime(parts),
  ])
  const today = parts.clock.today()
  const recordsByPlayer = new Map(
    records.map((record) => [keyOf(record), markAvailability(record, transactions, today)]),
  )
  return (line) => {
    const player = playerOf(line)
    return player ? recordsByPlayer.get(keyOf(player)) : undefined
  }
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
 * @returns an analysis, without recommendations when every line is passed over
 * @throws UpstreamError when no game log could be read
 */
export async function analyzePerformance(
  parts: Parts,
  { lines, most, window, withModel }: Question,
): Promise<Analysis> {
  const { chosen, passedOver } = chooseLines(lines, await readPlayerRecords(parts, lines), { most, window })
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
    engine: chosen[0]?.record.engine ?? ENGINE_VERSION,
    wording: {
      by: byModel ? 'model' : 'engine',
      model: byModel ? parts.ai.name : null,
      dropped: lineSentences.reduce((sum, { dropped }) => sum + dropped, 0),
    },
  }
}
