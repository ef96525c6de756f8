import { randomUUID } from 'node:crypto'
import type { TestUser } from '@propsight/api/testing'
import { fetchLinesResponse, startRunResponse } from '@propsight/shared/contracts'
import { playersOf } from '../../../support/analysis.ts'
import type { Call } from './raw-call.ts'

/** What the browsers of today ask for over https; the API prefers brotli. */
const ENCODINGS = 'gzip, deflate, br, zstd'
/** About nearly every batter of the day: the longest board. */
const CATEGORY = 'Total Bases'

/** The two calls of a board, of a run that is paid for by the first of them. */
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
      body: JSON.stringify({ runId, players: playersOf(players) }),
    },
  }
}
