import {
  fetchLinesResponse,
  gameLogRecordSchema,
  LAST_BOARD_CACHE,
  OFFLINE_ATTRIBUTE,
} from '@propsight/shared/contracts'
import * as z from '@propsight/shared/schema'
import { readJson } from '../../config/parse-response.ts'
import { IDLE, playerKey, type RunState } from '../../state/run.ts'
import { requestOf, storedRunSchema } from './stored-runs.ts'

const ADDRESS = '/last-board'

const boardSchema = z.object({
  userId: z.string(),
  run: storedRunSchema,
  lines: fetchLinesResponse,
  records: z.array(gameLogRecordSchema),
})

/** Whether no request can succeed: no network, or a page that was opened without the API. */
export const isUnreachable = (): boolean =>
  !navigator.onLine || document.documentElement.hasAttribute(OFFLINE_ATTRIBUTE)

/** Stores the complete board of quick mode for a start without a network. Replaces the earlier one. */
export async function storeLastBoard(
  userId: string,
  { request, lines, records }: Pick<RunState, 'request' | 'lines' | 'records'>,
): Promise<void> {
  if (request?.feature !== 'quick') return
  const run = { ...request, run: null, captured: true }
  try {
    const board = Response.json({ userId, run, lines, records: [...records.values()] })
    await (await caches.open(LAST_BOARD_CACHE)).put(ADDRESS, board)
  } catch {
    // Without storage there is no board without a network.
  }
}

/** The last complete board of this user as the state of its run; null without one. */
export async function readLastBoard(userId: string): Promise<RunState | null> {
  try {
    const text = await (await caches.match(ADDRESS, { cacheName: LAST_BOARD_CACHE }))?.text()
    const board = readJson(boardSchema, text ?? null)
    if (board?.userId !== userId) return null
    const records = board.records.flatMap((record) =>
      'group' in record ? [[playerKey(record), record] as const] : [],
    )
    return {
      ...IDLE,
      phase: 'complete',
      step: 'complete',
      request: requestOf(board.run),
      lines: board.lines,
      records: new Map(records),
    }
  } catch {
    return null
  }
}
