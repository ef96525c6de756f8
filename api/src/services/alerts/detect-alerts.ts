import { isDeepStrictEqual } from 'node:util'
import type { AlertKind } from '@propsight/shared/contracts'
import type { Metrics } from '../../platform/metrics.ts'
import type { AlertChange, AlertsRepository } from '../../repositories/alerts.ts'
import { addDays } from '../../sources/stats/finished-games.ts'
import { baselineSchema, compareProp } from './alert-rules.ts'
import { describeEvent, eventKey, type FoundEvent } from './alert-texts.ts'
import { daysWithLines, type OpenDay, readOpenDay, toOpenWatch } from './open-day.ts'
import { readPropStates, type StatePorts } from './prop-states.ts'

/** Users per page. Each watches at most 200 props. */
const USERS_PER_PAGE = 50
/** Changes per database call. */
const CHANGES_PER_CALL = 1_000

export type DetectPorts = StatePorts & {
  readonly metrics: Pick<Metrics, 'alerts'>
  readonly repositories: { readonly alerts: Pick<AlertsRepository, 'raise' | 'watches'> }
}
type Watches = Awaited<ReturnType<AlertsRepository['watches']>>['watches']

interface ChangedProp {
  readonly change: Omit<AlertChange, 'events'>
  readonly found: readonly FoundEvent[]
}

/** Compares the watched props of a page of users with their baselines. */
async function compareWatches(deps: StatePorts, day: OpenDay, watches: Watches): Promise<ChangedProp[]> {
  const open = watches.map((watch) => toOpenWatch(watch, day)).filter((each) => each !== null)
  if (open.length === 0) return []
  const stateOf = await readPropStates(deps, day, open)
  const now = deps.clock.now()
  return open.flatMap((prop): ChangedProp[] => {
    const { userId, gamePk, personId, statType, leagueDay, revision, since, line, side } = prop.watch
    // A baseline of another version of the product is replaced.
    const before = baselineSchema.nullable().catch(null).parse(prop.watch.state)
    const { baseline, events } = compareProp({ since, line, side }, before, stateOf(prop), now)
    if (before && isDeepStrictEqual(before, baseline)) return []
    const { startsAt } = prop.game
    const change = { userId, gamePk, personId, statType, leagueDay, startsAt, revision, state: baseline }
    return [{ change, found: events.map((event) => ({ event, prop, revision: revision + 1 })) }]
  })
}

/**
 * Words the events per user. An event that affects several props of a user is one alert, which each of their changes
 * carries: the change that another instance has not made yet raises it.
 */
function toChanges(changed: readonly ChangedProp[]): AlertChange[] {
  const keyOf = (userId: string, found: FoundEvent) => `${userId} ${eventKey(found)}`
  const affected = new Map<string, [FoundEvent, ...FoundEvent[]]>()
  for (const { change, found } of changed) {
    for (const each of found) {
      const key = keyOf(change.userId, each)
      const known = affected.get(key)
      if (known) known.push(each)
      else affected.set(key, [each])
    }
  }
  return changed.map(({ change, found }) => ({
    ...change,
    events: found.map((each) => describeEvent(affected.get(keyOf(change.userId, each)) ?? [each])),
  }))
}

/**
 * Compares all watched props with their baselines and raises alerts, page by page. Idempotent, also if several
 * instances run it at the same time: each event of a user is stored once.
 * @returns number of new alerts
 * @throws UpstreamError when today's schedule or the players cannot be read
 */
export async function detectAlerts(deps: DetectPorts): Promise<number> {
  const from = deps.clock.today()
  let day: OpenDay | null = null
  let raised = 0
  let after: string | null = null
  for (;;) {
    const page: Awaited<ReturnType<AlertsRepository['watches']>> = await deps.repositories.alerts.watches({
      from,
      to: addDays(from, daysWithLines(deps.upstream)),
      after,
      users: USERS_PER_PAGE,
    })
    if (page.last === null) return raised
    after = page.last
    if (page.watches.length === 0) continue
    day ??= await readOpenDay(deps)
    const changes = toChanges(await compareWatches(deps, day, page.watches))
    for (let at = 0; at < changes.length; at += CHANGES_PER_CALL) {
      const counts = await deps.repositories.alerts.raise(changes.slice(at, at + CHANGES_PER_CALL))
      for (const [kind, count] of Object.entries(counts) as [AlertKind, number][]) {
        deps.metrics.alerts.inc({ kind }, count)
        raised += count
      }
    }
  }
}
