import { deriveOnce } from '../../../platform/cache/cache.ts'
import type { Read } from '../../../platform/cache/freshness.ts'
import { addDays } from '../../../sources/stats/finished-games.ts'
import type { StatsTransaction } from '../../../sources/stats/format/roster.ts'
import type { LeaguePorts, LeagueReads } from '../../../sources/stats/stats-client.ts'

/** Roster transactions by person id. */
export type TransactionsByPerson = ReadonlyMap<number, readonly StatsTransaction[]>

/** Days of transactions that are read. Longer than most stays on an injured list of players with lines. */
export const TRANSACTION_DAYS = 60
const WEEK_DAYS = 7
const DAY_MS = 86_400_000

/**
 * Returns the date span to read: at least the last `TRANSACTION_DAYS` days. The span changes once a week, so that
 * the cached answer stays usable when a new day begins.
 */
export function transactionSpan(today: string): { startDate: string; endDate: string } {
  const dayOfWeek = Math.round(Date.parse(today) / DAY_MS) % WEEK_DAYS
  const begin = addDays(today, -dayOfWeek)
  return { startDate: addDays(begin, -TRANSACTION_DAYS), endDate: addDays(begin, WEEK_DAYS - 1) }
}

const groupByPerson = deriveOnce(
  (transactions: readonly StatsTransaction[]): TransactionsByPerson =>
    Map.groupBy(transactions, ({ person }) => person.id),
)

/**
 * Reads the roster transactions of all players of the last two months, by person id.
 * @throws UpstreamError
 */
export async function readTransactions({
  upstream,
  clock,
}: LeagueReads<'transactions'>): Promise<Read<TransactionsByPerson>> {
  const { startDate, endDate } = transactionSpan(clock.today())
  const read = await upstream.stats.transactions(startDate, endDate)
  return { ...read, value: groupByPerson(read.value) }
}

/**
 * Delay of a read, so that the requests of the current user go first. Boards do not wait for the
 * transactions.
 */
const DELAY_MS = 2_500
/** Minimum time between two reads, successful or failed. */
const REFRESH_MS = 900_000
/** Maximum age of transactions that are still used. */
const MAX_AGE_MS = 6 * 3_600_000
/** Interval of reads without requests, so that the first board of a day has the transactions too. */
const PREFETCH_MS = 3_600_000

export type TransactionPorts = LeaguePorts<'transactions'>

interface PrefetchState {
  transactions: TransactionsByPerson | undefined
  /** Both in monotonic milliseconds (`performance.now`). */
  filledAtMs: number
  dueAtMs: number
}
const prefetchStates = new WeakMap<TransactionPorts['upstream'], PrefetchState>()

async function fill(parts: TransactionPorts, prefetchState: PrefetchState): Promise<void> {
  try {
    prefetchState.transactions = (await readTransactions(parts)).value
    prefetchState.filledAtMs = performance.now()
  } catch (error) {
    parts.log.warn({ err: error }, 'game logs are sent without roster transactions, or with earlier ones')
  }
}

/**
 * Returns the prefetched roster transactions of all players, at most six hours old; undefined before the
 * first read. Never waits: starts a read in the background, for later calls, when the last one was 15 minutes
 * ago.
 * @param delayMs delay of that read
 */
export function prefetchedTransactions(
  parts: TransactionPorts,
  delayMs = DELAY_MS,
): TransactionsByPerson | undefined {
  const prefetchState = prefetchStates.get(parts.upstream) ?? {
    transactions: undefined,
    filledAtMs: 0,
    dueAtMs: 0,
  }
  prefetchStates.set(parts.upstream, prefetchState)
  const now = performance.now()
  if (now >= prefetchState.dueAtMs) {
    prefetchState.dueAtMs = now + REFRESH_MS
    setTimeout(() => fill(parts, prefetchState), delayMs).unref()
  }
  return now - prefetchState.filledAtMs < MAX_AGE_MS ? prefetchState.transactions : undefined
}

/**
 * Prefetches the roster transactions now and every hour.
 * @returns a function that stops the prefetch
 */
export function prefetchTransactions(parts: TransactionPorts): () => void {
  prefetchedTransactions(parts)
  const timer = setInterval(() => prefetchedTransactions(parts), PREFETCH_MS).unref()
  return () => clearInterval(timer)
}
