import { createDataService, startTestApi, TEST_SECRET_KEY } from '@propsight/api/testing'
import { oddsResponse } from '@propsight/shared/contracts'
import { BOARD_DAY, FULL_DAY, type OddsDay, startGeneratedOdds } from '../../support/odds/generated-odds.ts'
import type { BenchOptions, Row } from './row.ts'
import { median } from './statistics.ts'

const DAYS = { full: '2033-07-18', board: '2033-07-19' }
const INGEST_BUDGET_MS = 5_000
/** As the board of the Dashboard. */
const WARM_BUDGET_MS = 500
const WARM_RUNS = 15

const round = (value: number) => Math.round(value * 10) / 10
const timeRow = (what: string, ms: number, budget?: number): Row => ({
  what,
  value: round(ms),
  unit: 'ms',
  ...(budget === undefined ? {} : { budget, ok: ms <= budget }),
})

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const startedAt = performance.now()
  const value = await work()
  return { ms: performance.now() - startedAt, value }
}

/** Median time of work that runs again and again. */
async function medianOf(runs: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) times.push((await timed(work)).ms)
  return median(times)
}

/**
 * The odds scanner: ingesting a day of 70,000 prices with the job's code, and the board of 500 props at eight books from
 * the API.
 */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  const full: OddsDay = { ...FULL_DAY, now: `${DAYS.full}T16:00:00Z`, ...(short && { games: 2 }) }
  const board: OddsDay = { ...BOARD_DAY, now: `${DAYS.board}T16:00:00Z` }
  // The API reads no odds itself: the job runs here.
  const api = await startTestApi({ jobs: false, env: { LEAGUE_CLOCK: `frozen:${board.now}` } })
  const data = createDataService({ url: api.url, secretKey: TEST_SECRET_KEY })
  const days = {
    full: await startGeneratedOdds(full, data),
    board: await startGeneratedOdds(board, data),
  }
  try {
    const { token } = await api.createUser()
    const read = async (day: string) => {
      const response = await fetch(`${api.url}/api/odds?day=${day}`, {
        headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'br' },
      })
      return oddsResponse.parse(await response.json())
    }
    const first = await timed(() => days.full.ingest())
    days.full.setRound(1)
    const second = await timed(() => days.full.ingest(`${DAYS.full}T18:30:00Z`))
    await days.board.ingest()
    const cold = await timed(() => read(DAYS.board))
    const quotes = cold.value.props.reduce((sum, prop) => sum + prop.quotes.length, 0)
    if (quotes !== 4_032) throw new Error(`the board has ${quotes} prices`)
    const runs = short ? 2 : WARM_RUNS
    const warm = await medianOf(runs, () => read(DAYS.board))
    const fullBoard = await timed(() => read(DAYS.full))
    const prices = fullBoard.value.props.reduce((sum, prop) => sum + prop.quotes.length, 0)
    return [
      { what: 'prices of the ingested day', value: prices, unit: 'prices' },
      timeRow('ingest of the day, first read', first.ms, INGEST_BUDGET_MS),
      timeRow('ingest of the day, one price in ten changed', second.ms, INGEST_BUDGET_MS),
      timeRow('board of 504 props at 8 books, first request', cold.ms),
      timeRow('board of 504 props at 8 books, warm (median)', warm, WARM_BUDGET_MS),
      timeRow('board of the whole day, first request', fullBoard.ms),
    ]
  } finally {
    await days.full.close()
    await days.board.close()
    await api.close()
  }
}
