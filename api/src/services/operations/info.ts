import { type DataSource, dataSourceSchema } from '@propsight/shared/contracts'
import type { LeagueClock } from '@propsight/shared/domain'
import * as z from 'zod'
import type { ApiEnv } from '../../platform/config/env.ts'

const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** Describes the data source now: its label for the badge, the league day and the season. */
export function describeDataSource(
  env: Pick<ApiEnv, 'DATA' | 'DATA_LABEL' | 'ODDS'>,
  clock: LeagueClock,
): DataSource {
  const today = clock.today()
  const season = clock.season()
  const labels = {
    sample: 'Sample data',
    replay: `Season ${season} · ${monthAndDay.format(new Date(`${today}T00:00:00Z`))}`,
    live: 'Live',
  }
  return { kind: env.DATA, label: env.DATA_LABEL ?? labels[env.DATA], today, season, odds: env.ODDS }
}

/** `GET /api/info`: what is running, without secrets. */
export const infoAnswer = z.object({
  name: z.literal('propsight'),
  version: z.string(),
  contract: z.string(),
  dataSource: dataSourceSchema,
  /** Version of the probability engine; null when an API has none. */
  engine: z.string().nullable(),
  uptimeSeconds: z.number().nonnegative(),
})
export type InfoAnswer = z.infer<typeof infoAnswer>

/** `GET /health`: 200 when every part that a request needs answers, 503 otherwise. */
export const healthAnswer = z.object({
  status: z.enum(['ok', 'degraded', 'down']),
  parts: z.record(z.string(), z.object({ ok: z.boolean(), detail: z.string().optional() })),
})
export type HealthAnswer = z.infer<typeof healthAnswer>
