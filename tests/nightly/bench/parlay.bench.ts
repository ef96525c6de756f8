import {
  createLog,
  createUpstream,
  earlierSeasons,
  fakeDeps,
  fetchLines,
  generateParlays,
  writeInsights,
} from '@propsight/api/testing'
import { EARLIER_SEASONS } from '@propsight/league'
import { startTestLeague } from '@propsight/league/testing'
import { fetchLinesQuery, type GenerateParlayBody, type Line } from '@propsight/shared/contracts'
import { MLB_MARKETS, parseLeagueClock } from '@propsight/shared/domain'
import { waitUntil } from '../../support/wait-until.ts'
import { atMost, type BenchOptions, figure, type Row } from './row.ts'
import { median, percentile } from './statistics.ts'

const CLOCK = 'frozen:2026-07-18T16:00:00Z'
const PICKS = 500
const ROUNDS = 40
const WARM_UP = 5
const BUDGET_MS = 300
const SIZES = [2, 6, 10]
/** Longest thread time without a yield to other work. */
const BLOCK_BUDGET_MS = 50

const pickOf = (line: Line, at: number): GenerateParlayBody['myPicks'][number] => ({
  id: `pick_${1_784_390_400_000 + at}_bench`,
  name: line.name,
  sport: 'MLB',
  confidence: null,
  projectedStatLine: '',
  bettingLine: line.line,
  recommendation: line.oddsType === 'standard' && at % 3 === 0 ? 'UNDER' : 'OVER',
  statType: line.statType,
  team: line.team,
  oddsType: line.oddsType,
  personId: null,
  gameTime: line.gameTime,
  injuryImpact: null,
  defensiveAnalysis: null,
  recentForm: null,
})

/** CPU time of this thread so far in ms, which is independent of other load on the machine. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/**
 * Records the CPU time between two yields of the event loop.
 * @returns a function that stops and returns it
 */
function watchBlocks(): () => number[] {
  const gaps: number[] = []
  let last = cpuMs()
  const timer = setInterval(() => {
    const now = cpuMs()
    gaps.push(now - last)
    last = now
  }, 1)
  return () => {
    clearInterval(timer)
    return gaps
  }
}

/**
 * Measures the CPU time and the longest event loop block of generating parlays from 500 picks with cached
 * logs.
 */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  const clock = parseLeagueClock(CLOCK)
  const log = createLog('silent')
  const league = await startTestLeague({ clock })
  const { url } = league
  const pacing = { subBatch: 6, batch: 16, subBatchPauseMs: 0, batchPauseMs: 0 }
  const upstream = createUpstream({ statsUrl: url, linesUrl: url, weatherUrl: url, redis: null, log, pacing })
  const deps = fakeDeps({ upstream, clock, log })
  try {
    // The league runs in this process, too, so its answers are cached before the measurement.
    earlierSeasons(deps, 0)
    await waitUntil(
      'earlier seasons',
      () => earlierSeasons(deps).filter(Boolean).length === EARLIER_SEASONS,
      60_000,
    )
    const lines: Line[] = []
    for (const category of MLB_MARKETS.filter((name) => name !== 'All Stat Lines')) {
      const query = fetchLinesQuery.parse({ category, limit: '300' })
      lines.push(...(await fetchLines(deps, query, 300)).players.filter(({ combo }) => !combo))
    }
    const step = Math.max(1, lines.length / PICKS)
    const myPicks = Array.from(
      { length: Math.min(PICKS, lines.length) },
      (_, index) => lines[Math.floor(index * step)],
    )
      .flatMap((line) => line ?? [])
      .map(pickOf)
    const rows: Row[] = [figure('saved picks', myPicks.length, 'picks')]
    for (const parlaySize of SIZES) {
      const body = { idempotencyKey: crypto.randomUUID(), parlaySize, myPicks }
      const times: number[] = []
      const wallTimes: number[] = []
      let stopWatching = watchBlocks()
      for (let round = -WARM_UP; round < (short ? 2 : ROUNDS); round += 1) {
        if (round === 0) {
          stopWatching()
          stopWatching = watchBlocks()
        }
        const startedAt = performance.now()
        const cpuBefore = cpuMs()
        const { parlays } = await generateParlays(deps, body, (parlays) => writeInsights(deps, parlays))
        if (parlays.length !== 3) throw new Error(`${parlays.length} parlays instead of three`)
        if (round < 0) continue
        wallTimes.push(performance.now() - startedAt)
        times.push(cpuMs() - cpuBefore)
      }
      const gaps = stopWatching()
      rows.push(
        figure(`${parlaySize} legs, work (p50)`, median(times)),
        atMost(`${parlaySize} legs, work (p95)`, percentile(times, 0.95), BUDGET_MS),
        figure(`${parlaySize} legs, by the clock (p50)`, median(wallTimes)),
        atMost(
          `${parlaySize} legs: thread time without a yield (p99)`,
          percentile(gaps, 0.99),
          BLOCK_BUDGET_MS,
        ),
        figure(
          `${parlaySize} legs: longest thread time without a yield of ${gaps.length}, with the league’s work`,
          Math.max(...gaps),
        ),
      )
    }
    return rows
  } finally {
    await upstream.close()
    await league.close()
  }
}
