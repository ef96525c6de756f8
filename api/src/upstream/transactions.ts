import {
  type StatsTransaction,
  statsTransactionSchema,
  statsTransactionsSchema,
} from '@propsight/shared/contracts/statsapi'
import type { ServiceClient } from './service-client.ts'

/** A season's busiest weeks have some hundred a day; beyond it the latest count, since they tell how things stand. */
const MOST = 20_000
const FIELDS =
  'transactions,id,person,fullName,toTeam,fromTeam,name,date,effectiveDate,typeCode,typeDesc,description'

/**
 * Asks for the moves of a span of days.
 * @throws UpstreamError, ZodError where there are entries, and none of them can be read
 */
export async function loadTransactions(
  client: ServiceClient,
  startDate: string,
  endDate: string,
): Promise<StatsTransaction[]> {
  const query = { sportId: '1', startDate, endDate, fields: FIELDS }
  const { transactions } = await client.get('/api/v1/transactions', query, statsTransactionsSchema)
  const parsed = transactions.map((each) => statsTransactionSchema.safeParse(each))
  const readable = parsed.flatMap(({ data }) => (data ? [data] : []))
  const [first] = parsed
  if (readable.length === 0 && first && !first.success) throw first.error
  if (readable.length <= MOST) return readable
  return readable
    .toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : b.id - a.id))
    .slice(0, MOST)
}
