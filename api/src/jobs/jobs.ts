import type { LeagueClock } from '@propsight/shared/domain'
import { deriveOnce } from '../platform/cache/cache.ts'
import type { ApiEnv } from '../platform/config/env.ts'
import type { AlertsRepository } from '../repositories/alerts.ts'
import type { ContactRepository } from '../repositories/contact.ts'
import type { OddsRepository } from '../repositories/odds.ts'
import type { OperationsRepository } from '../repositories/operations.ts'
import type { PicksRepository } from '../repositories/picks.ts'
import type { RunsRepository } from '../repositories/runs.ts'
import type { CreditsRepository, RightsRepository } from '../repositories/users.ts'
import { type DeliverPorts, deliverAlerts } from '../services/alerts/deliver-alerts.ts'
import { type DetectPorts, detectAlerts } from '../services/alerts/detect-alerts.ts'
import { type ReadOddsPorts, readOdds } from '../services/odds/read-odds.ts'
import { CONTACT_LEASE_SECONDS, type ContactPorts, deliver } from '../services/operations/contact.ts'
import { gradeLegs, gradeParlays, type ReaderOfMarket } from '../services/picks/grading/grade-legs.ts'
import { createBoxScoreReader, createGameReader } from '../services/picks/grading/read-games.ts'
import { closeLegs } from '../services/picks/leg-prices.ts'
import { type CleaningPorts, cleanStore } from '../services/releases/deploy/deploy-release.ts'
import { deliverWebhooks, type WebhookPorts } from '../services/releases/webhooks.ts'
import { leagueOfMarket } from '../sources/box-score-league.ts'
import { addDays } from '../sources/stats/finished-games.ts'

/** Repeats a transaction until it changes nothing. @returns the number of changes of all */
async function repeatUntilNone(change: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const count = await change()
    if (count === 0) return total
    total += count
  }
}

/** Deletes tombstones of picks so old that no device can restore the pick. */
export const forgetDeletedPicks: Job = {
  name: 'forget-deleted-picks',
  cron: '47 * * * *',
  expireInSeconds: 60,
  async run({ repositories, log }) {
    const deleted = await repositories.picks.purgeDeleted()
    if (deleted > 0) log.info({ deleted }, 'tombstones of deleted picks were removed')
  },
}

/** Picks per transaction: few, so that a user who saves picks does not wait long for it. */
const PICKS_PER_TRANSACTION = 500

/** Deletes expired picks. Users cannot see them, and the Privacy Policy states that they go after 20 hours. */
export const removeExpiredPicks: Job = {
  name: 'remove-expired-picks',
  cron: '*/5 * * * *',
  expireInSeconds: 240,
  async run({ repositories, log }) {
    const deleted = await repeatUntilNone(() => repositories.picks.purgeExpired(PICKS_PER_TRANSACTION))
    if (deleted > 0) log.info({ deleted }, 'expired picks were removed')
  },
}

/**
 * Deletes what is kept of closed accounts, ended exclusions and unused reservations after its retention
 * period.
 */
export const purgeClosedAccounts: Job = {
  name: 'forget-leavers',
  cron: '37 4 * * *',
  expireInSeconds: 60,
  async run({ repositories, log }) {
    const deleted = await repositories.rights.purgeClosedAccounts()
    if (deleted > 0) log.info({ deleted }, 'rows of closed accounts were deleted')
  },
}

const SESSIONS_PER_TRANSACTION = 500

/** Ends sessions that exceed `SESSION_MAX_HOURS` or `SESSION_IDLE_HOURS`, also those of a hosted project. */
export const endOldSessions: Job = {
  name: 'end-old-sessions',
  cron: '*/10 * * * *',
  expireInSeconds: 300,
  async run({ env, repositories, log }) {
    const { SESSION_MAX_HOURS: longest, SESSION_IDLE_HOURS: idle } = env
    const ended = await repeatUntilNone(() =>
      repositories.rights.endOldSessions(longest, idle, SESSIONS_PER_TRANSACTION),
    )
    if (ended > 0) log.info({ ended }, 'sessions over the limits were ended')
  },
}

/**
 * Current time for account events such as credit grants. Accounts use the wall clock, because sample and
 * replay leagues run on other days. Only a league clock that runs from a given instant (`at:…`) replaces the
 * wall clock.
 */
export const accountNow = (clock: LeagueClock, wall: () => Date = () => new Date()): Date =>
  clock.spec.startsWith('at:') ? clock.now() : wall()

/** Users per transaction: few, so that charges of these users do not wait long for it. */
const USERS_PER_TRANSACTION = 200

/** Grants every user the monthly credits of their plan, once per period (C1). */
export const grantCredits: Job = {
  name: 'grant-credits',
  cron: '*/10 * * * *',
  expireInSeconds: 300,
  async run({ repositories, log, clock }) {
    const now = accountNow(clock)
    const granted = await repeatUntilNone(() => repositories.credits.grant(now, USERS_PER_TRANSACTION))
    if (granted > 0) log.info({ granted }, 'monthly credits were granted')
  },
}

/** Retention of sent messages, as stated in the Privacy Policy. */
const RETENTION_DAYS = 365
/** No new attempt starts later, so that the last one ends before the run expires. */
const LAST_START_MS = 30_000

/** Sends the unsent messages of the contact form, and deletes messages that were sent long ago. */
export const sendContact: Job = {
  name: 'send-contact',
  cron: '* * * * *',
  expireInSeconds: 50,
  async run({ env, repositories, log }) {
    await repositories.contact.forget(RETENTION_DAYS)
    if (env.SMTP_URL === undefined) return
    const end = Date.now() + LAST_START_MS
    let sent = 0
    while (Date.now() < end) {
      const due = await repositories.contact.claim(CONTACT_LEASE_SECONDS)
      // After a failure, the other messages wait for the next run, in a minute.
      if (!due || !(await deliver({ env, repositories, log }, due))) break
      sent += 1
    }
    if (sent > 0) log.info({ sent }, 'waiting messages were sent')
  },
}

/** Compares watched props with their last known state, raises alerts, and sends them. */
export const checkAlerts: Job = {
  name: 'check-alerts',
  cron: '* * * * *',
  expireInSeconds: 300,
  async run(deps) {
    const raised = await detectAlerts(deps)
    if (raised === 0) return
    deps.log.info({ raised }, 'alerts were raised')
    await deliverAlerts(deps, Date.now() + LAST_START_MS)
  },
}

/** Sends pushes and mails that failed before, or that waited for the end of quiet hours. */
export const sendAlerts: Job = {
  name: 'send-alerts',
  cron: '* * * * *',
  expireInSeconds: 50,
  async run(deps) {
    await deliverAlerts(deps, Date.now() + LAST_START_MS)
  },
}

/** Tells the addresses that teams set about events of their remotes. */
export const sendWebhooks: Job = {
  name: 'send-webhooks',
  cron: '* * * * *',
  expireInSeconds: 50,
  async run(deps) {
    await deliverWebhooks(deps, Date.now() + LAST_START_MS)
  },
}

/** Rows per transaction, so that a user who reads alerts does not wait long for it. */
const ALERTS_PER_TRANSACTION = 1_000
/** Games of the day before may not have begun by the clock of a browser. */
const STAR_DAYS = 2

/** Deletes alerts after a week, and stars and baselines after their game. */
export const forgetAlerts: Job = {
  name: 'forget-alerts',
  cron: '7 * * * *',
  expireInSeconds: 300,
  async run({ repositories, clock, log }) {
    const before = addDays(clock.today(), -STAR_DAYS)
    const deleted = await repeatUntilNone(() => repositories.alerts.forget(before, ALERTS_PER_TRANSACTION))
    if (deleted > 0) log.info({ deleted }, 'alerts and stars of past games were deleted')
  },
}

/** The game readers of each upstream, so that each run of the job uses the cache of the previous one. */
const readersOf = deriveOnce(
  (upstream: Parameters<typeof createGameReader>[0]['upstream']): ReaderOfMarket => {
    const baseball = createGameReader({ upstream })
    const leagues = new Map(upstream.leagues.map((league) => [league, createBoxScoreReader(league)]))
    return (statType) => {
      const league = leagueOfMarket(upstream, statType)
      return (league && leagues.get(league)) ?? baseball
    }
  },
)

/** Stores the closing prices of recorded lines whose game has begun. */
export const storeClosingPrices: Job = {
  name: 'store-closing-prices',
  cron: '* * * * *',
  expireInSeconds: 120,
  async run({ repositories, clock, log }) {
    const closed = await closeLegs({ repositories, clock })
    if (closed > 0) log.info({ closed }, 'closing prices were stored')
  },
}

/** Settles picks and parlays whose games have ended. */
export const settleLegs: Job = {
  name: 'settle-legs',
  cron: '* * * * *',
  expireInSeconds: 300,
  async run(deps) {
    const legs = await gradeLegs(deps, readersOf(deps.upstream))
    const parlays = await gradeParlays(deps)
    if (legs + parlays > 0) deps.log.info({ legs, parlays }, 'lines were settled')
  },
}

/** Deletes the files of releases that are neither in use nor recent, and the remains of failed uploads. */
export const sweepBundles: Job = {
  name: 'sweep-bundles',
  cron: '17 4 * * *',
  expireInSeconds: 600,
  run: cleanStore,
}

/** Releases the credits of every run whose hold expired without a capture. */
export const sweepRuns: Job = {
  name: 'sweep-runs',
  cron: '* * * * *',
  expireInSeconds: 50,
  async run({ repositories, log }) {
    const released = await repositories.runs.sweep()
    if (released > 0) log.info({ released }, 'expired holds were released')
  },
}

/** Reads the prices of bookmakers for the games that are due, within the day's credits. */
export const readBookPrices: Job = {
  name: 'read-odds',
  cron: '* * * * *',
  // Longer than the last read that a run may start.
  expireInSeconds: 120,
  run: readOdds,
}

/** Games per transaction: each has about 100,000 prices and changes. */
const GAMES_PER_TRANSACTION = 5

/** Deletes games with their prices two weeks after the first pitch. */
export const forgetOdds: Job = {
  name: 'forget-odds',
  cron: '23 * * * *',
  expireInSeconds: 300,
  async run({ repositories, clock, log }) {
    const deleted = await repeatUntilNone(() => repositories.odds.forget(clock.now(), GAMES_PER_TRANSACTION))
    if (deleted > 0) log.info({ deleted }, 'prices of past games were deleted')
  },
}

export type JobPorts = CleaningPorts &
  ContactPorts &
  DeliverPorts &
  DetectPorts &
  ReadOddsPorts &
  WebhookPorts &
  Parameters<typeof closeLegs>[0] &
  Parameters<typeof createGameReader>[0] &
  Parameters<typeof gradeLegs>[0] &
  Parameters<typeof gradeParlays>[0] & {
    readonly env: Pick<
      ApiEnv,
      'HISTORY_ACCOUNTS' | 'HISTORY_MONTHS' | 'SESSION_IDLE_HOURS' | 'SESSION_MAX_HOURS'
    >
    readonly repositories: {
      readonly alerts: Pick<AlertsRepository, 'forget'>
      readonly contact: Pick<ContactRepository, 'claim' | 'forget'>
      readonly credits: Pick<CreditsRepository, 'grant'>
      readonly odds: Pick<OddsRepository, 'forget'>
      readonly operations: Pick<OperationsRepository, 'archiveHistory'>
      readonly picks: Pick<PicksRepository, 'purgeDeleted' | 'purgeExpired'>
      readonly rights: Pick<RightsRepository, 'endOldSessions' | 'purgeClosedAccounts'>
      readonly runs: Pick<RunsRepository, 'sweep'>
    }
  }

/** A background job. It may run more than once and on any instance, so it must be idempotent. */
export interface Job {
  /** Queue name: letters and hyphens only. */
  name: string
  /** Five-field cron expression in UTC. */
  cron: string
  /** A run that takes longer is assigned to another instance. */
  expireInSeconds: number
  run(deps: JobPorts): Promise<void>
}
