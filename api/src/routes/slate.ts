import type { FreeSamples, Slate } from '@propsight/shared/contracts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { type LimitPorts, limit, limitWork } from '../http/rate-limit.ts'
import { createCache } from '../platform/cache/cache.ts'
import { readFreeSamples } from '../services/slate/free-samples.ts'
import { readSlate, type SlatePorts } from '../services/slate/slate.ts'

const MINUTE_MS = 60_000
const MAX_AGE_SECONDS = 20

/** One answer for all visitors. A part that could not be read is tried again after three seconds. */
const COMPLETE_AGES = { freshMs: 20_000, graceMs: 2 * MINUTE_MS, keepMs: 2 * MINUTE_MS }
const INCOMPLETE_MS = 3_000
/** The figures are those of a board that is read at the same time, within a minute. */
const SAMPLE_AGES = { freshMs: 20_000, graceMs: 40_000, keepMs: MINUTE_MS }

const isComplete = ({ games, lines, moves }: Slate, hasOdds: boolean): boolean =>
  games !== null && lines !== null && !lines.stale && (moves !== null || !hasOdds)

/**
 * `GET /api/slate` and `GET /api/slate/samples` (N11): the day before any analysis, and one line per market with its
 * figures. Without sign-in, the same for all visitors.
 */
export const slateRoutes = (
  deps: LimitPorts & SlatePorts & Parameters<typeof readFreeSamples>[0],
): ApiRouter => {
  const now = () => performance.now()
  const slates = createCache<Slate>({ ages: COMPLETE_AGES, now, entries: 2 })
  const samples = createCache<FreeSamples>({ ages: SAMPLE_AGES, now, entries: 2 })
  const loadSlate = async () => {
    const value = await readSlate(deps)
    return {
      value,
      readAtMs: isComplete(value, deps.upstream.odds !== null)
        ? now()
        : now() - COMPLETE_AGES.freshMs + INCOMPLETE_MS,
    }
  }
  /** Without a readable book there is no sample, which is no failure of the page. */
  const loadSamples = async () => {
    try {
      return { value: await readFreeSamples(deps), readAtMs: now() }
    } catch (error) {
      deps.log.warn({ err: error }, 'no free samples')
      const none: FreeSamples = { date: deps.clock.today(), samples: [] }
      return { value: none, readAtMs: now() - SAMPLE_AGES.freshMs + INCOMPLETE_MS }
    }
  }
  return createRouter()
    .get(
      '/api/slate',
      limit(deps, { name: 'slate-address', points: 60, seconds: 60, by: 'address' }),
      limitWork(deps),
      async (ctx) => {
        const { value } = await slates.read(deps.clock.today(), loadSlate)
        ctx.set(
          'Cache-Control',
          isComplete(value, deps.upstream.odds !== null) ? `public, max-age=${MAX_AGE_SECONDS}` : 'no-cache',
        )
        ctx.body = value
      },
    )
    .get(
      '/api/slate/samples',
      limit(deps, { name: 'slate-address', points: 60, seconds: 60, by: 'address' }),
      limitWork(deps),
      async (ctx) => {
        const { value } = await samples.read(deps.clock.today(), loadSamples)
        ctx.set('Cache-Control', value.samples.length > 0 ? `public, max-age=${MAX_AGE_SECONDS}` : 'no-cache')
        ctx.body = value
      },
    )
}
