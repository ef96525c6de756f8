import { readStoredJson } from '@propsight/shared/client'
import {
  fetchLinesResponse,
  gameLogRecordSchema,
  IMAGE_CATEGORY,
  LAST_BOARD_CACHE,
  OFFLINE_ATTRIBUTE,
} from '@propsight/shared/contracts'
import * as z from '@propsight/shared/schema'
import { IDLE, playerKey, type RunState } from '../../state/run.ts'
import type { Settings } from '../../state/settings.ts'
import { buildRequest, storedRunSchema } from './stored-runs.ts'

const ADDRESS = '/last-board'

/** The stored board, without a check of its parts. Null without one. */
const readText = async (): Promise<string | null> =>
  (await (await caches.match(ADDRESS, { cacheName: LAST_BOARD_CACHE }))?.text()) ?? null

const boardSchema = z.object({
  userId: z.string(),
  run: storedRunSchema,
  lines: fetchLinesResponse,
  records: z.array(gameLogRecordSchema),
})

const summarySchema = z.object({
  userId: z.string(),
  run: storedRunSchema,
  lines: z.object({ readAt: z.string(), players: z.array(z.unknown()), total: z.number().optional() }),
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
    const board = readStoredJson(boardSchema, await readText())
    if (board?.userId !== userId) return null
    const records = board.records.flatMap((record) =>
      'group' in record ? [[playerKey(record), record] as const] : [],
    )
    return {
      ...IDLE,
      phase: 'complete',
      step: 'complete',
      request: buildRequest(board.run),
      lines: board.lines,
      records: new Map(records),
    }
  } catch {
    return null
  }
}

export interface BoardSummary {
  settings: Pick<Settings, 'category' | 'oddsType' | 'topPicks' | 'window'>
  /** When its lines were read, ISO 8601. */
  readAt: string
  /** Number of lines of the book. */
  lines: number
}

/** Settings, time and size of this user's last complete board, without a check of all its records; null without one. */
export async function readBoardSummary(user: string): Promise<BoardSummary | null> {
  try {
    const stored = readStoredJson(summarySchema, await readText())
    if (stored?.userId !== user) return null
    const { category, oddsType, topPicks, window } = stored.run
    if (category === IMAGE_CATEGORY) return null
    const { readAt, players, total = 0 } = stored.lines
    return {
      settings: { category, oddsType, topPicks, window },
      readAt,
      lines: Math.max(total, players.length),
    }
  } catch {
    return null
  }
}
