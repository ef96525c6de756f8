import { lineSchema } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import * as z from 'zod'
import { createCacheStore } from '../../platform/cache/cache-store.ts'
import { createReadThrough } from '../../platform/cache/read-through.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { RedisClient } from '../../platform/redis.ts'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import type { Timer } from '../../platform/timer.ts'
import {
  BOOK_MLB_LEAGUE,
  BOOK_MOST_PAGES,
  BOOK_PAGE_SIZE,
  BOOK_STATE,
  FEW_ENTRIES,
  LINES_AGES,
} from '../constants.ts'
import { bookBoard } from './book-board.ts'
import { projectionsBodySchema } from './format.ts'
import type { BookBoard, LinesClient } from './lines-client.ts'

interface LinesClientOptions {
  client: ServiceClient
  timer: Timer
  redis: RedisClient | null
  log: Logger
  metrics?: Pick<Metrics, 'cacheReads'> | undefined
}

const boardSchema: z.ZodType<BookBoard> = z.object({
  lines: z.array(lineSchema.extend({ description: z.string(), inPlay: z.boolean() })),
  skipped: z.int().nonnegative(),
})

/**
 * Client of the book. It requests the whole MLB board at once, so that requests for any market share one
 * response.
 */
export function createLinesClient({ client, timer, redis, log, metrics }: LinesClientOptions): LinesClient {
  const store = createCacheStore({
    name: 'board:1',
    schema: boardSchema,
    entries: FEW_ENTRIES,
    keepMs: LINES_AGES.keepMs,
    redis,
    log,
    metrics,
  })
  const boards = createReadThrough({ store, ages: LINES_AGES, timer })

  const page = (state: string, number: number) =>
    client.get(
      '/projections',
      {
        league_id: BOOK_MLB_LEAGUE,
        per_page: String(BOOK_PAGE_SIZE),
        single_stat: 'true',
        game_mode: 'pickem',
        state_code: state,
        ...(number > 1 ? { page: String(number) } : {}),
      },
      projectionsBodySchema,
    )
  const load = async (state: string): Promise<BookBoard> => {
    const first = await page(state, 1)
    const data = [...first.data]
    const included = [...first.included]
    const pages = Math.min(first.meta?.total_pages ?? 1, BOOK_MOST_PAGES)
    for (let number = 2; number <= pages; number += 1) {
      const next = await page(state, number)
      data.push(...next.data)
      included.push(...next.included)
    }
    return bookBoard(data, included, 'MLB')
  }

  return { board: (state = BOOK_STATE) => boards.read(state, () => load(state)) }
}
