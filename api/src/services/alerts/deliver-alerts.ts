import type { LeagueClock } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import type { Metrics } from '../../platform/metrics.ts'
import type {
  AlertChannel,
  AlertDelivery,
  AlertsRepository,
  DeliveryResult,
} from '../../repositories/alerts.ts'
import { wallClock } from '../weather/zoned-time.ts'
import { type AlertMailPorts, canMail, sendAlertMail } from './alert-mail.ts'
import { type PushEnv, pushPublicKey, sendPush } from './push-service.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

interface QuietHours {
  /** First quiet minute of the day, 0 to 1439. */
  readonly from: number
  /** First minute after the quiet hours. An earlier one than `from` is on the next day; an equal one means none. */
  readonly to: number
  /** IANA name; an unknown zone counts as UTC. */
  readonly timeZone: string
}

const isZone = (timeZone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone }))
  } catch {
    return false
  }
}

/**
 * Returns how long the quiet hours last from now on, in whole seconds; 0 outside of them. On days on which clocks
 * change, the end is at its local time; an end that is skipped is the instant of the change or within an hour of it.
 */
export function secondsOfQuiet({ from, to, timeZone }: QuietHours, now: Date): number {
  const zone = isZone(timeZone) ? timeZone : 'UTC'
  const local = wallClock(now.getTime(), zone)
  const midnight = Math.floor(local / DAY_MS) * DAY_MS
  const minute = Math.floor((local - midnight) / MINUTE_MS)
  const isQuiet = from < to ? from <= minute && minute < to : from !== to && (minute >= from || minute < to)
  if (!isQuiet) return 0
  const end = midnight + to * MINUTE_MS + (to <= minute ? DAY_MS : 0)
  // `wallClock` has whole seconds.
  const begun = Math.floor(now.getTime() / 1000) * 1000
  const about = begun + end - local
  const exact = about + end - wallClock(about, zone)
  return Math.max(1, (exact - begun) / 1000)
}

/** Time that an attempt is reserved for one instance. Longer than the timeouts of push and mail. */
const LEASE_SECONDS = 60
/** Attempts in parallel: push services answer in a few hundred milliseconds. */
const PARALLEL = 8

export interface DeliverPorts extends AlertMailPorts {
  readonly env: AlertMailPorts['env'] & PushEnv
  readonly repositories: { readonly alerts: Pick<AlertsRepository, 'claim' | 'settle'> }
  readonly metrics: Pick<Metrics, 'alertDeliveries'>
  readonly clock: LeagueClock
  readonly log: Logger
}

/** Sends one delivery, unless its user has quiet hours. These are on the wall clock, whatever the league's clock is. */
function attempt(deps: DeliverPorts, due: AlertDelivery): Promise<DeliveryResult> {
  const quiet = due.quiet ? secondsOfQuiet(due.quiet, new Date()) : 0
  if (quiet > 0) return Promise.resolve({ result: 'wait', seconds: quiet })
  return due.channel === 'push' ? sendPush(deps.env, due, deps.clock.now()) : sendAlertMail(deps, due)
}

async function deliverNext(deps: DeliverPorts, channels: readonly AlertChannel[]): Promise<boolean> {
  const { repositories, clock, metrics, log } = deps
  const due = await repositories.alerts.claim(channels, clock.now(), LEASE_SECONDS)
  if (!due) return false
  const outcome = await attempt(deps, due)
  metrics.alertDeliveries.inc({ channel: due.channel, result: outcome.result })
  if (outcome.result === 'failed')
    log.warn(
      { channel: due.channel, attempt: due.attempt, reason: outcome.error },
      'alerts were not sent; they are tried again',
    )
  // If this fails, the lease expires and alerts that were sent are sent again: a push replaces the first one, a mail
  // has the same Message-ID.
  await repositories.alerts.settle(due.lease, outcome)
  return true
}

/**
 * Sends all pushes and mails that are due, several in parallel. A failed one is tried again later, until the first
 * pitch. Any number of instances may run it at the same time.
 * @param end milliseconds since 1970 after which no attempt starts
 */
export async function deliverAlerts(deps: DeliverPorts, end: number): Promise<void> {
  const channels: AlertChannel[] = []
  if (pushPublicKey(deps.env) !== null) channels.push('push')
  if (canMail(deps)) channels.push('mail')
  if (channels.length === 0) return
  const work = async () => {
    while (Date.now() < end && (await deliverNext(deps, channels))) {
      // Continues with the next receiver.
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
}
