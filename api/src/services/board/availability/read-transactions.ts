import { deriveOnce } from '../../../platform/cache/derive-once.ts'
import type { Read } from '../../../platform/cache/freshness.ts'
import { addDays } from '../../../sources/stats/finished-games.ts'
import type { StatsTransaction } from '../../../sources/stats/format/roster.ts'
import type { LeagueReads } from '../../../sources/stats/stats-client.ts'

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
