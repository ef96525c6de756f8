import {
  createLog,
  createUpstream,
  earlierSeasons,
  fetchLines,
  startTestApi,
  type TestApi,
  type Upstream,
} from '@propsight/api/testing'
import { EARLIER_SEASONS } from '@propsight/league'
import { startTestLeague } from '@propsight/league/testing'
import { fetchLinesQuery, type GenerateParlayBody, type Line } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { expect, vi } from 'vitest'

const LEAGUE_CLOCK = 'frozen:2026-07-18T16:00:00Z'
export const clock = parseLeagueClock(LEAGUE_CLOCK)
export const log = createLog('silent')
/** The sample league needs no pacing. */
const pacing = { subBatch: 6, batch: 16, subBatchPauseMs: 0, batchPauseMs: 0 }

export type SentPick = GenerateParlayBody['myPicks'][number]

/** The sample league on a day with games, and picks on its lines. */
export interface ParlayFixture {
  upstream: Upstream
  picks: SentPick[]
  /** Starts an API on this league. The caller closes it. */
  startApi(): Promise<TestApi>
  close(): Promise<void>
}

const pickOf = (line: Line, index: number): SentPick => ({
  id: `pick_${1_784_390_400_000 + index}_abc${index}x`,
  name: line.name,
  sport: 'mlb',
  // Figures sent by the browser are ignored.
  confidence: 99,
  projectedStatLine: '40 home runs',
  bettingLine: line.line,
  recommendation: 'OVER',
  statType: line.statType,
  team: line.team,
  oddsType: line.oddsType,
  personId: null,
  gameTime: line.gameTime,
  injuryImpact: null,
  defensiveAnalysis: null,
  recentForm: null,
})

export async function startParlayFixture(): Promise<ParlayFixture> {
  const league = await startTestLeague({ clock })
  const { url } = league
  const upstream = createUpstream({ statsUrl: url, linesUrl: url, weatherUrl: url, redis: null, log, pacing })
  const deps = { upstream, clock, log }
  // Forecasts change once earlier seasons are read, some seconds after a start.
  earlierSeasons(deps, 0)
  await vi.waitFor(() => expect(earlierSeasons(deps).filter(Boolean)).toHaveLength(EARLIER_SEASONS), {
    timeout: 60_000,
  })
  const lines: Line[] = []
  for (const category of ['Hits', 'Total Bases', 'Pitcher Strikeouts']) {
    const query = fetchLinesQuery.parse({ category, limit: '40' })
    lines.push(...(await fetchLines(deps, query, 40)).players)
  }
  return {
    upstream,
    picks: lines.map(pickOf),
    startApi: () => startTestApi({ upstream, leagueUrl: url, env: { LEAGUE_CLOCK }, jobs: false }),
    async close() {
      await upstream.close()
      await league.close()
    },
  }
}
