import { defineAnswers, refuse } from '@propsight/harness'
import { oddsHistoryQuery, oddsQuery, type StartRunResponse, startRunBody } from '@propsight/shared/contracts'
import { analysisCost, MLB_MARKETS } from '@propsight/shared/domain'
import { oddsBoard, priceChanges } from './odds-board.ts'

const HALF_HOUR_MS = 1_800_000
const RUN_PREFIX = '00000000-0000-4000-8000-'
const RUN_DIGITS = 12
/** Keys of runs that are charged already. */
const charged = new Set<string>()

/** The market of a run, which is part of its id, so that a reload of the page keeps it. */
const categoryOf = (runId: string): string | null => MLB_MARKETS[Number(runId.slice(-RUN_DIGITS))] ?? null

export default defineAnswers({
  api: {
    'GET /api/odds': ({ query }) => {
      const { day, runId } = oddsQuery.parse(query)
      const category = runId === undefined ? null : categoryOf(runId)
      if (runId !== undefined && category === null) return refuse(402, 'RUN_REQUIRED', 'This run is over.')
      const now = Date.now()
      return oddsBoard({ now, day: day ?? new Date(now).toISOString().slice(0, 10), category })
    },
    'GET /api/odds/history': ({ query }) => {
      const { propId } = oddsHistoryQuery.parse(query)
      return { propId, changes: priceChanges(propId, Date.now()) }
    },
    'POST /api/runs': ({ body, spend }): StartRunResponse => {
      const { idempotencyKey, category } = startRunBody.parse(body)
      if (!charged.has(idempotencyKey)) spend(analysisCost(category))
      charged.add(idempotencyKey)
      const index = [...MLB_MARKETS].map(String).indexOf(category)
      return {
        runId: `${RUN_PREFIX}${String(index).padStart(RUN_DIGITS, '0')}`,
        expiresAt: new Date(Date.now() + HALF_HOUR_MS).toISOString(),
      }
    },
  },
  extensions: {
    'analysis/player-link': (props) => String((props as { name?: unknown }).name ?? ''),
  },
})
