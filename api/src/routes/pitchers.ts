import { pitchersQuery } from '@propsight/shared/contracts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limitWork } from '../http/limit-work.ts'
import { streamRecords } from '../http/ndjson.ts'
import { type LimitPorts, limit } from '../http/rate-limit.ts'
import { readQuery } from '../http/validate.ts'
import { badRequest } from '../platform/errors.ts'
import { DAYS_AHEAD, DAYS_BACK, isPageDay } from '../services/pitchers/page-requests.ts'
import { type PitchersPorts, streamPitchers } from '../services/pitchers/stream-pitchers.ts'
import type { PropPorts } from '../services/props/show-forecasts.ts'

/**
 * `GET /api/pitchers` (H6): a day's probable pitchers and their facts for one phase, as NDJSON, without
 * sign-in.
 */
export const pitchersRoutes = (deps: LimitPorts & PitchersPorts & PropPorts): ApiRouter =>
  createRouter().get(
    '/api/pitchers',
    limit(deps, { name: 'pitchers-address', points: 60, seconds: 60, by: 'address' }),
    limitWork(deps),
    async (ctx) => {
      const today = deps.clock.today()
      const { date = today, phase, skip } = readQuery(ctx, pitchersQuery)
      if (!isPageDay(date, today)) {
        throw badRequest(`date: ${DAYS_BACK} days back to ${DAYS_AHEAD} ahead can be asked for`)
      }
      const skipped = new Set((skip ?? '').split(',').filter(Boolean).map(Number))
      await streamRecords(ctx, async (out) => {
        const selection = { date, phase, skip: skipped }
        const summary = await streamPitchers(deps, selection, (record) => out.write(record))
        await out.write({ type: 'end', ...summary })
      })
    },
  )
