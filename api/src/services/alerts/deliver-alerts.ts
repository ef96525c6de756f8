import type { LeagueClock } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import type { Metrics } from '../../platform/metrics.ts'
import type {
  AlertChannel,
  AlertDelivery,
  AlertsRepository,
  DeliveryResult,
} from '../../repositories/alerts.ts'
import { type AlertMailPorts, canMail, sendAlertMail } from './alert-mail.ts'
import { type PushEnv, pushPublicKey, sendPush } from './push-service.ts'
import { secondsOfQuiet } from './quiet-hours.ts'

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
