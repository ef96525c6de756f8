import type { Metrics } from '../../platform/metrics.ts'
import type { ForecastsRepository } from '../../repositories/forecast-records.ts'
import type { ParlaysRepository } from '../../repositories/picks.ts'
import type { RunsRepository } from '../../repositories/runs.ts'

interface CountedRepositories {
  runs: RunsRepository
  parlays: ParlaysRepository
  forecasts: ForecastsRepository
}

/**
 * Wraps repositories so that credit operations (hold, capture, release, sweep) and graded lines are counted.
 */
export function countOperations(
  { runs, parlays, forecasts }: CountedRepositories,
  { runs: events, settled }: Pick<Metrics, 'runs' | 'settled'>,
): CountedRepositories {
  return {
    runs: {
      ...runs,
      async start(run) {
        const started = await runs.start(run)
        events.inc({ event: 'held' })
        return started
      },
      async deliver(delivery) {
        const delivered = await runs.deliver(delivery)
        if (delivered === 'captured') events.inc({ event: 'captured' })
        return delivered
      },
      async release(runId, reason) {
        const changed = await runs.release(runId, reason)
        if (changed) events.inc({ event: 'released' })
        return changed
      },
      async sweep() {
        const swept = await runs.sweep()
        events.inc({ event: 'swept' }, swept)
        return swept
      },
    },
    parlays: {
      ...parlays,
      async save(...args) {
        const rows = await parlays.save(...args)
        events.inc({ event: 'captured' })
        return rows
      },
      async settle(outcomes) {
        const changed = await parlays.settle(outcomes)
        settled.inc({ what: 'parlay' }, changed)
        return changed
      },
    },
    forecasts: {
      ...forecasts,
      async settle(results) {
        const changed = await forecasts.settle(results)
        settled.inc({ what: 'leg' }, changed)
        return changed
      },
    },
  }
}
