import { BASEBALL_CLUBS } from '@propsight/shared/domain/clubs'
import type { Logger } from 'pino'
import * as z from 'zod'
import { runInSlices } from '../../platform/concurrency/event-loop.ts'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import { UpstreamError } from '../../platform/service-client/upstream-error.ts'
import { type StatsTransaction, statsTransactionSchema, statsTransactionsSchema } from './format/roster.ts'

/** Maximum number of entries; the latest are kept. Two months have about 4,000 entries that name a club. */
const MAX_ENTRIES = 20_000
/** Maximum length of a description in characters. Real ones have one or two lines. */
const MAX_DESCRIPTION_CHARS = 1_000
/** Entries that are parsed at once: about 2 ms. */
const ENTRIES_PER_SLICE = 500
const FIELDS =
  'transactions,id,person,fullName,toTeam,fromTeam,name,date,effectiveDate,typeCode,typeDesc,description'

const CLUBS = new Set<unknown>(BASEBALL_CLUBS.map(({ mlbId }) => mlbId))
const side = z.object({ id: z.unknown() }).nullish().catch(undefined)
const sides = z.object({ toTeam: side, fromTeam: side })

/** Whether an entry names one of the thirty clubs. Three of four entries name affiliates only. */
const namesClub = (entry: unknown): boolean => {
  const { data } = sides.safeParse(entry)
  return [data?.toTeam?.id, data?.fromTeam?.id].some((id) => CLUBS.has(id))
}

const latestFirst = (a: StatsTransaction, b: StatsTransaction): number => {
  if (a.date !== b.date) return a.date < b.date ? 1 : -1
  return b.id - a.id
}

/**
 * Loads the roster transactions of a range of days that name one of the thirty clubs, a person and a date.
 * @throws UpstreamError, also if entries name clubs and none can be parsed
 */
export async function loadTransactions(
  client: ServiceClient,
  startDate: string,
  endDate: string,
  log: Logger,
): Promise<StatsTransaction[]> {
  const query = { sportId: '1', startDate, endDate, fields: FIELDS }
  const { transactions } = await client.get('/api/v1/transactions', query, statsTransactionsSchema)
  const accepted: StatsTransaction[] = []
  const failures: z.ZodError[] = []
  await runInSlices(transactions, ENTRIES_PER_SLICE, (entry) => {
    if (!namesClub(entry)) return
    const { data, error } = statsTransactionSchema.safeParse(entry)
    if (data) accepted.push({ ...data, description: data.description.slice(0, MAX_DESCRIPTION_CHARS) })
    else failures.push(error)
  })
  const [err] = failures
  if (err && accepted.length === 0) {
    throw new UpstreamError({ service: client.service, failure: 'unreadable', cause: err })
  }
  if (err) {
    const skipped = { service: client.service, list: 'transactions', skipped: failures.length }
    log.warn({ err, ...skipped }, 'unreadable entries of an answer were skipped')
  }
  return accepted.length <= MAX_ENTRIES ? accepted : accepted.sort(latestFirst).slice(0, MAX_ENTRIES)
}
