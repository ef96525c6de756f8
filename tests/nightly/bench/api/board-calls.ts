import { randomUUID } from 'node:crypto'
import type { TestUser } from '@propsight/api/testing'
import { fetchLinesResponse, startRunResponse } from '@propsight/shared/contracts'
import { playersOfBoard } from '../../../support/analysis/run-analysis.ts'
import type { Call } from './raw-call.ts'

/** Accept-Encoding of current browsers over HTTPS; the API prefers brotli. */
const ENCODINGS = 'gzip, deflate, br, zstd'
/** The market with the longest board: nearly every batter of the day has a line. */
const CATEGORY = 'Total Bases'

/** Starts a run, reads its lines, which charges it, and returns the two requests of its board. */
export async function boardCalls(url: string, { token }: TestUser): Promise<{ lines: Call; logs: Call }> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'accept-encoding': ENCODINGS,
  }
  const hold = { feature: 'quick', category: CATEGORY, idempotencyKey: randomUUID() }
  const run = await fetch(`${url}/api/runs`, { method: 'POST', headers, body: JSON.stringify(hold) })
  const { runId } = startRunResponse.parse(await run.json())
  const path = `/api/fetch-lines?${new URLSearchParams({ category: CATEGORY, limit: '300', runId })}`
  const { players } = fetchLinesResponse.parse(await (await fetch(url + path, { headers })).json())
  return {
    lines: { method: 'GET', path, headers },
    logs: {
      method: 'POST',
      path: '/api/game-logs',
      headers,
      body: JSON.stringify({ runId, players: playersOfBoard(players) }),
    },
  }
}
