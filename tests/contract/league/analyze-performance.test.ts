import {
  type Analysis,
  analyzePerformance,
  collectGameLogs,
  createLog,
  createUpstream,
  fakeDeps,
  fetchLines,
  type PlayerRecord,
  readSeasonRecords,
} from '@propsight/api/testing'
import { EARLIER_SEASONS } from '@propsight/league'
import { startTestLeague } from '@propsight/league/testing'
import { analyzePerformanceResponse, fetchLinesQuery, type Line } from '@propsight/shared/contracts'
import {
  acceptsLess,
  bestOffer,
  findStatType,
  lineForecast,
  parseLeagueClock,
  ratedGames,
} from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const clock = parseLeagueClock('frozen:2026-07-18T16:00:00Z')
const log = createLog('silent')
const pacing = { subBatch: 6, batch: 16, subBatchPauseMs: 0, batchPauseMs: 0 }
const TOP = 5
const WINDOW = 10

let league: Awaited<ReturnType<typeof startTestLeague>>
let deps: ReturnType<typeof fakeDeps>

const fetchLineList = async (category: string): Promise<Line[]> =>
  (await fetchLines(deps, fetchLinesQuery.parse({ category, limit: '60' }), 60)).players

beforeAll(async () => {
  league = await startTestLeague({ clock })
  const { url } = league
  const upstream = createUpstream({ statsUrl: url, linesUrl: url, weatherUrl: url, redis: null, log, pacing })
  deps = fakeDeps({ upstream, clock, log })
  // A slow machine needs longer than a forecast waits.
  const readEarlier = async () => (await readSeasonRecords(deps)).earlier.filter(Boolean)
  await vi.waitFor(async () => expect(await readEarlier()).toHaveLength(EARLIER_SEASONS), { timeout: 60_000 })
})
afterAll(async () => {
  await deps.upstream.close()
  await league.close()
})

/** What a test expects of a line: without a call, neither chance nor worth. */
interface Answer {
  readonly record: PlayerRecord
  readonly chance: number | null
  /** Of the best offer; at least 0 where the chance reaches its break-even. */
  readonly worth: number | null
}

/** For each line, the game log of its player, the shown probability and its worth. */
async function readForecasts(lines: readonly Line[]) {
  const players = lines.flatMap(({ name, team, statType, combo }) => {
    const stat = findStatType(statType)
    return stat && !combo ? [{ name, team, group: stat.group }] : []
  })
  const { records } = await collectGameLogs(deps, players)
  const found = new Map<string, Answer>()
  for (const line of lines) {
    const record = records.find(({ name, team }) => name === line.name && team === line.team)
    if (!record || record.type === 'missing') continue
    const statForecast = record.forecasts?.find(({ stat }) => stat === findStatType(line.statType)?.name)
    const forecast = statForecast ? lineForecast(statForecast, line) : null
    // A chance of the engine alone recommends nothing.
    const isCalled = forecast !== null && forecast.call !== null && forecast.basis !== 'model'
    const offer = isCalled ? bestOffer(forecast, line, statForecast?.shown?.quotes) : null
    found.set(line.id, { record, chance: isCalled ? forecast.chance : null, worth: offer?.worth ?? null })
  }
  return found
}

/** Games in which the side would have won, counted from the log. */
function countWins(
  { record }: { record: PlayerRecord },
  line: Line,
  side: 'OVER' | 'UNDER',
  games: number,
): number {
  const stat = findStatType(line.statType)
  const values = stat ? ratedGames(stat, record).map(({ value }) => value) : []
  return values.slice(-games).filter((value) => (side === 'OVER' ? value > line.line : value < line.line))
    .length
}

describe('N4 an analysis of the league’s lines', () => {
  it.each(['Hits', 'Total Bases', 'Pitcher Strikeouts', 'All Stat Lines'])(
    'recommends the lines of highest worth of %s, with figures that match the game logs',
    async (category) => {
      const lines = await fetchLineList(category)
      // Requested first to fill the caches. On a slow machine the analysis would otherwise start ranking
      // before all data arrived.
      const answers = await readForecasts(lines)
      const question = { lines, most: TOP, window: WINDOW, books: null, withModel: true }
      const analysis: Analysis = await analyzePerformance(deps, question)
      analyzePerformanceResponse.parse({ success: true, data: { analysis } })
      const { recommendations, passedOver } = analysis
      // A player is recommended once, and only with a line that reaches its break-even.
      const worthOf = (id: string) => answers.get(id)?.worth ?? Number.NEGATIVE_INFINITY
      const worthy = [...answers.values()].filter(({ worth }) => worth !== null && worth >= 0)
      const people = new Set(worthy.map(({ record }) => record.personId)).size
      const most = Math.min(TOP, people)
      expect(recommendations).toHaveLength(most)
      expect(recommendations.filter(({ id }) => worthOf(id) < 0)).toEqual([])
      expect([...recommendations, ...passedOver].map(({ id }) => id).toSorted()).toEqual(
        lines.map(({ id }) => id).toSorted(),
      )
      expect(new Set(recommendations.map(({ player }) => player.personId)).size).toBe(most)
      expect(analysis.wording).toEqual({ by: 'engine', model: null, dropped: 0 })

      const worths = recommendations.map(({ id }) => worthOf(id))
      expect(worths).toEqual(worths.toSorted((a, b) => b - a))
      const worthLess = passedOver.filter(({ reason }) => reason.startsWith('Worth less'))
      expect(worthLess.length > 0).toBe(people > TOP)
      for (const { id, reason } of worthLess)
        expect(worthOf(id), reason).toBeLessThanOrEqual(worths.at(-1) ?? 0)

      for (const recommendation of recommendations) {
        const line = lines.find(({ id }) => id === recommendation.id)
        const answer = answers.get(recommendation.id)
        if (!line || !answer) throw new Error('a recommendation for a line that was not sent')
        expect(recommendation.confidence).toBe(Math.round((answer.chance ?? 0) * 100))
        expect(recommendation.bettingLine).toBe(line.line)
        if (!acceptsLess(line.oddsType)) expect(recommendation.recommendation).toBe('OVER')
        const hits = countWins(answer, line, recommendation.recommendation, WINDOW)
        const games = Math.min(WINDOW, answer.record.games.length)
        const { reasoning, opposingPitcher } = recommendation
        expect(reasoning).toContain(`is ${recommendation.confidence}% likely to go`)
        expect(reasoning).toMatch(new RegExp(` in ${hits} of (the last )?${games} (game|start)`))
        if (opposingPitcher) {
          expect(reasoning).toContain(opposingPitcher.name)
          expect(reasoning).toContain(`a ${opposingPitcher.era} ERA`)
        }
        expect(recommendation.weather).not.toBeNull()
      }
      // The same question has the same answer.
      expect(await analyzePerformance(deps, question)).toEqual(analysis)
    },
  )
})
