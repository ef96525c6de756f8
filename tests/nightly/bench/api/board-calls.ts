import type { TestUser } from '@propsight/api/testing'
import { playersOfBoard } from '../../../support/analysis/run-analysis.ts'
import { linesPath, startBoard } from '../../../support/analysis/start-run.ts'
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
  const { runId, lines } = await startBoard(url, token, CATEGORY)
  return {
    lines: { method: 'GET', path: linesPath(CATEGORY, runId), headers },
    logs: {
      method: 'POST',
      path: '/api/game-logs',
      headers,
      body: JSON.stringify({ runId, players: playersOfBoard(lines) }),
    },
  }
}
