import { startTestApi } from '@propsight/api/testing'
import { startTestLeague } from '@propsight/league/testing'
import { PITCHER_PHASES, type PitcherPhase, pitcherRecordSchema } from '@propsight/shared/contracts'
import { parseLeagueClock } from '@propsight/shared/domain'
import { readLines } from '../../support/analysis/run-analysis.ts'
import type { BenchOptions, Row } from './row.ts'

const CLOCK = 'frozen:2026-07-15T14:00:00Z'
const UPSTREAM_LATENCY_MS = 100
const COLD_RUNS = 3
const WARM_RUNS = 7
const COLD_BUDGET_MS = 4_000
const FIRST_BUDGET_MS = 1_000
const WARM_BUDGET_MS = 300

/** The specified pacing (H5): batches of 5, a pause of 10 to 11 s between batches and after each market. */
const SPECIFIED_BATCH = 5
const SPECIFIED_PAUSE_MS = 10_000

/**
 * Lower bound of the specified pacing: the shorter pause, and one request per pitcher, concurrent in a batch.
 */
function specifiedPacingMs(pitchers: number): number {
  const batches = Math.ceil(pitchers / SPECIFIED_BATCH)
  const category = batches * UPSTREAM_LATENCY_MS + (batches - 1) * SPECIFIED_PAUSE_MS + SPECIFIED_PAUSE_MS
  return PITCHER_PHASES.length * category
}

interface Page {
  readonly pitchers: number
  /** Times in ms from the first request to the first pitcher and to the end of both phases. */
  readonly firstMs: number
  readonly allMs: number
}

/** Sends the requests of the page: one phase after the other. @throws Error if a pitcher is missing */
async function readPage(url: string): Promise<Page> {
  const begun = performance.now()
  let firstMs = Number.POSITIVE_INFINITY
  let pitchers = 0
  const readPhase = async (phase: PitcherPhase) => {
    const response = await fetch(`${url}/api/pitchers?phase=${phase}`)
    let ended = false
    for await (const line of readLines(response)) {
      const record = pitcherRecordSchema.parse(JSON.parse(line))
      if (record.type === 'pitcher') firstMs = Math.min(firstMs, performance.now() - begun)
      if (record.type === 'missing' || record.type === 'error') throw new Error(line)
      if (record.type !== 'end') continue
      ended = true
      pitchers = record.done
    }
    if (!ended) throw new Error(`the ${phase} were cut`)
  }
  for (const phase of PITCHER_PHASES) await readPhase(phase)
  return { pitchers, firstMs, allMs: performance.now() - begun }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const within = (what: string, value: number, budget: number): Row => ({
  what,
  value,
  unit: 'ms',
  budget,
  ok: value < budget,
})

/** Measures both phases of the pitchers page at the API with pacing, compared with the specified pacing. */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  const clock = parseLeagueClock(CLOCK)
  const league = await startTestLeague({ clock, latencyMs: UPSTREAM_LATENCY_MS })
  const api = await startTestApi({ leagueUrl: league.url, env: { LEAGUE_CLOCK: CLOCK } })
  try {
    // The first request is not measured: the league generates its answers once, beyond the simulated 100 ms.
    const { pitchers } = await readPage(api.url)
    const warm: Page[] = []
    for (let count = 0; count < (short ? 1 : WARM_RUNS); count += 1) warm.push(await readPage(api.url))
    const cold: Page[] = []
    for (let count = 0; count < (short ? 1 : COLD_RUNS); count += 1) {
      // A new instance has empty caches.
      const fresh = await startTestApi({
        leagueUrl: league.url,
        databaseUrl: api.databaseUrl,
        env: { LEAGUE_CLOCK: CLOCK },
      })
      cold.push(await readPage(fresh.url))
      await fresh.close()
    }
    const coldMs = median(cold.map(({ allMs }) => allMs))
    const specifiedMs = specifiedPacingMs(pitchers)
    return [
      { what: 'pitchers of the day', value: pitchers, unit: 'pitchers' },
      within('first pitcher, cold API (p50)', median(cold.map(({ firstMs }) => firstMs)), FIRST_BUDGET_MS),
      within('both phases, cold API (p50), pacing on, upstream 100 ms', coldMs, COLD_BUDGET_MS),
      within('both phases, warm API (p50)', median(warm.map(({ allMs }) => allMs)), WARM_BUDGET_MS),
      { what: "the specification's pacing, at least (computed)", value: specifiedMs, unit: 'ms' },
      { what: 'cold, times faster (at least)', value: specifiedMs / coldMs, unit: 'x' },
    ]
  } finally {
    await api.close()
    await league.close()
  }
}
