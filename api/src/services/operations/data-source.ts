import type { DataSource } from '@propsight/shared/contracts'
import type { LeagueClock } from '@propsight/shared/domain'
import type { ApiEnv } from '../../platform/config/env.ts'

const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** Describes the data source now: its label for the badge, the league day and the season. */
export function describeDataSource(env: Pick<ApiEnv, 'DATA' | 'DATA_LABEL'>, clock: LeagueClock): DataSource {
  const [today, season] = [clock.today(), clock.season()]
  const labels = {
    sample: 'Sample data',
    replay: `Season ${season} · ${monthAndDay.format(new Date(`${today}T00:00:00Z`))}`,
    live: 'Live',
  }
  return { kind: env.DATA, label: env.DATA_LABEL ?? labels[env.DATA], today, season }
}
