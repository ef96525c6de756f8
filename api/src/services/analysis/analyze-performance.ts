import type {
  AnalyzePerformanceAnswer,
  GameLogsBody,
  Line,
  Recommendation,
} from '@propsight/shared/contracts'
import { statTypeOf } from '@propsight/shared/domain'
import { ENGINE_VERSION } from '@propsight/shared/domain/engine'
import type { Deps } from '../../deps.ts'
import { chooseLines } from './choose-lines.ts'
import { type CollectedRecord, collectLogs } from './collect-logs.ts'
import type { JudgedLine } from './judge-line.ts'
import { lineFacts } from './line-facts.ts'
import { markAvailability, movesInTime } from './mark-availability.ts'
import { readSurroundings, type Surroundings } from './read-surroundings.ts'
import { type Worded, wordLines } from './word-lines.ts'
import type { LineFacts } from './wording/facts.ts'

export type Analysis = AnalyzePerformanceAnswer['data']['analysis']
type Parts = Pick<Deps, 'upstream' | 'clock' | 'env' | 'log' | 'ai'>
type Player = GameLogsBody['players'][number]

interface Question {
  readonly lines: readonly Line[]
  /** Lines that are recommended at most. */
  readonly most: number
  /** Games that the rates told look back. */
  readonly window: number
  /** Whether a model may be asked for words. */
  readonly withModel: boolean
}

/** As the body of game logs bounds names and teams. */
const LONGEST_NAME = 80
const LONGEST_TEAM = 40

/** Whose log answers a line; null where no single one does. */
function playerOf(line: Line): Player | null {
  const stat = statTypeOf(line.statType)
  const [name, team] = [line.name.trim(), line.team.trim()]
  if (!stat || line.combo || name === '' || name.length > LONGEST_NAME || team.length > LONGEST_TEAM)
    return null
  return { name, team, group: stat.group }
}

const keyOf = ({ name, team, group }: Player) => JSON.stringify([name, team, group])

/** What is known about the players of some lines, with the league's last word on whether they can play. */
export async function recordsOf(
  parts: Pick<Deps, 'upstream' | 'clock' | 'log'>,
  lines: readonly Line[],
): Promise<(line: Line) => CollectedRecord | undefined> {
  const players = lines.map(playerOf).filter((player) => player !== null)
  if (players.length === 0) return () => undefined
  const [{ records }, moves] = await Promise.all([collectLogs(parts, players), movesInTime(parts)])
  const today = parts.clock.today()
  const found = new Map(records.map((record) => [keyOf(record), markAvailability(record, moves, today)]))
  return (line) => {
    const player = playerOf(line)
    return player ? found.get(keyOf(player)) : undefined
  }
}

const hundredths = (value: number): number => Math.round(value * 100) / 100

function recommendation(
  { line, record, forecast }: JudgedLine,
  facts: LineFacts,
  { opposingPitcher, weather }: Surroundings,
  { reasoning, by }: Worded,
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
 * Recommends lines by the engine's probability, and says why from what was computed and read. Of the lines that it is
 * given it believes which they are, their numbers and odds types; all else it reads itself.
 * @returns an analysis without recommendations where every line is passed over
 * @throws UpstreamError where nobody's log could be read
 */
export async function analyzePerformance(
  parts: Parts,
  { lines, most, window, withModel }: Question,
): Promise<Analysis> {
  const { chosen, passedOver } = chooseLines(lines, await recordsOf(parts, lines), { most, window })
  const around = await Promise.all(chosen.map((judged) => readSurroundings(parts, judged)))
  const told = chosen.flatMap((judged, at) => {
    const surroundings = around[at]
    return surroundings ? [{ judged, surroundings, facts: lineFacts(judged, surroundings, window) }] : []
  })
  const worded = await wordLines(
    parts,
    told.map(({ facts }) => facts),
    withModel,
  )
  const recommendations = told.flatMap(({ judged, facts, surroundings }, at) => {
    const words = worded[at]
    return words ? [recommendation(judged, facts, surroundings, words)] : []
  })
  const byModel = worded.some(({ by }) => by === 'model')
  return {
    recommendations,
    passedOver: [...passedOver],
    engine: chosen[0]?.record.engine ?? ENGINE_VERSION,
    wording: {
      by: byModel ? 'model' : 'engine',
      model: byModel ? parts.ai.name : null,
      dropped: worded.reduce((sum, { dropped }) => sum + dropped, 0),
    },
  }
}
