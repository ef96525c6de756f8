import { OPERATOR_KEY } from '@propsight/api/testing'
import { analyze, parseRecordType } from '../../../support/analysis/run-analysis.ts'
import type { ApiProcess } from '../../../support/product/api-process.ts'
import { readMetrics } from '../../load/measure-step.ts'
import type { Row } from '../row.ts'
import { type Latencies, startOtherRequests } from './other-requests.ts'

const CATEGORY = 'Total Bases'
/** Budget of `GET /api/info` while pictures are read and a board is computed. */
const INFO_P99_BUDGET_MS = 50

export interface ColdBoardRounds {
  rounds: number
  /** Starts an instance with cold caches. */
  start(): Promise<ApiProcess>
  /** Reads pictures at an instance. */
  readPictures(url: string): Promise<unknown>
  /** Token of a user with credits for one board per round. */
  token: string
  /** Waits as long as the undisturbed interval of a round. */
  idle(): Promise<unknown>
}

const p99Of = (latencies: Latencies): number => {
  const all = Object.values(latencies)
    .flat()
    .toSorted((a, b) => a - b)
  return all[Math.min(all.length - 1, Math.floor(0.99 * all.length))] ?? 0
}

/**
 * Measures `GET /api/info` while pictures are read and a board is computed. Each round has a new instance, because
 * forecasts are cached.
 */
export async function coldBoardRows(options: ColdBoardRounds): Promise<Row[]> {
  const undisturbed: Latencies = {}
  const disturbed: Latencies = {}
  let blockedMs = 0
  let boardMs = 0
  for (let round = 0; round < options.rounds; round += 1) {
    const api = await options.start()
    const others = await startOtherRequests(api.url, null)
    try {
      await others.during(options.idle(), undisturbed)
      // Starts a new interval of the event loop figures.
      await readMetrics(api.url, OPERATOR_KEY)
      const startedAt = performance.now()
      const readBoard = async () => {
        await analyze(api.url, options.token, CATEGORY, parseRecordType)
        boardMs = Math.max(boardMs, performance.now() - startedAt)
      }
      await others.during(Promise.all([options.readPictures(api.url), readBoard()]), disturbed)
      blockedMs = Math.max(blockedMs, (await readMetrics(api.url, OPERATOR_KEY)).loopMaxMs)
    } finally {
      await others.close()
      await api.stop()
    }
  }
  const when = 'ten pictures of cards and a cold board'
  const p99 = p99Of(disturbed)
  return [
    { what: `${when}: GET /api/info before, p99`, value: p99Of(undisturbed), unit: 'ms' },
    {
      what: `${when}: GET /api/info, p99`,
      value: p99,
      unit: 'ms',
      budget: INFO_P99_BUDGET_MS,
      ok: p99 < INFO_P99_BUDGET_MS,
    },
    { what: `${when}: calls`, value: Object.values(disturbed).flat().length, unit: 'calls' },
    { what: `${when}: longest delay of the event loop`, value: blockedMs, unit: 'ms' },
    { what: `${when}: the board`, value: boardMs, unit: 'ms' },
  ]
}
