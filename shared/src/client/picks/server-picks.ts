import * as z from '@propsight/shared/schema'
import type { SupabaseClient } from '@supabase/supabase-js'
import { type PickRow, pickRowSchema } from '../../contracts/picks/pick.ts'
import { PicksError } from './pick-store-state.ts'

const TABLE = 'my_picks'
/** Maximum rows per write and ids per URL. */
const MAX_ROWS_PER_REQUEST = 100
/**
 * Rows that expire within this time are not sent: an expired row would make the server refuse the whole
 * write.
 */
const EXPIRY_MARGIN_MS = 10_000

/** A row with all further columns of the table, so that a restored row is complete. */
const completeRow = z.looseObject(pickRowSchema.shape)
const countSchema = z.int().nonnegative()

interface FailedResponse {
  error: unknown
  status?: number
}

const failed = (message: string, { error, status }: FailedResponse) =>
  new PicksError(message, { cause: error, status: status ?? 0 })

/**
 * Returns the signed-in user's id.
 * @param owner required user of the session; any user if absent
 * @throws PicksError 'User not authenticated'
 */
async function currentUser(supabase: SupabaseClient, owner?: string): Promise<string> {
  const { data } = await supabase.auth.getSession()
  const id = data.session?.user.id
  if (!id || (owner !== undefined && owner !== id))
    throw new PicksError('User not authenticated', { status: 401 })
  return id
}

function* chunks<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += MAX_ROWS_PER_REQUEST)
    yield all.slice(from, from + MAX_ROWS_PER_REQUEST)
}

/** Returns the text of a failed operation for the reason that the server gave (P2). */
export type FailureText = (reason: string) => string

export const savePicksFailure: FailureText = (reason) => `Failed to save picks: ${reason}`

export const reasonOf = (error: unknown): string =>
  (error as { message?: string } | null)?.message || 'the server gave no reason'

/**
 * Filters expired rows and sorts by id. All writers use this order, which prevents deadlocks of concurrent
 * writes.
 */
const sortUnexpired = (rows: readonly PickRow[]): PickRow[] =>
  rows
    .filter((row) => Date.parse(row.expires_at) > Date.now() + EXPIRY_MARGIN_MS)
    .sort((one, other) => (one.id < other.id ? -1 : 1))

/**
 * Saves rows of the signed-in user. Existing rows with the same id are replaced, expired rows are skipped.
 * @param message text of a failure for the reason of the server
 * @throws PicksError 'User not authenticated', or with the text `message`
 */
export async function saveRows(
  supabase: SupabaseClient,
  rows: readonly PickRow[],
  owner?: string,
  message = savePicksFailure,
): Promise<void> {
  const user = await currentUser(supabase, owner)
  for (const part of chunks(sortUnexpired(rows))) {
    const own = part.map((row) => ({ ...row, user_id: user }))
    const answer = await supabase.from(TABLE).upsert(own, { onConflict: 'user_id,id' })
    if (answer.error) throw failed(message(reasonOf(answer.error)), answer)
  }
}

/**
 * Reads the signed-in user's unexpired picks, newest first. Rows that do not match the schema are skipped, so
 * that an invalid row does not hide the rest.
 * @throws PicksError 'User not authenticated' or 'Failed to fetch picks'
 */
export async function listPicks(
  supabase: SupabaseClient,
  now: Date = new Date(),
  owner?: string,
): Promise<PickRow[]> {
  const user = await currentUser(supabase, owner)
  const answer = await supabase
    .from(TABLE)
    .select('*')
    .eq('user_id', user)
    .gt('expires_at', now.toISOString())
    .order('created_at', { ascending: false })
    // The library would retry for seven seconds; the device's own copy is available immediately.
    .retry(false)
  if (answer.error) throw failed('Failed to fetch picks', answer)
  return (answer.data ?? []).flatMap((row) => {
    const parsed = completeRow.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })
}

/**
 * Deletes picks of the signed-in user. Ids that do not exist are ignored.
 * @throws PicksError 'User not authenticated', or with the text `message`
 */
export async function deletePicks(
  supabase: SupabaseClient,
  ids: readonly string[],
  owner?: string,
  message: FailureText = () => 'Failed to delete pick',
): Promise<void> {
  const user = await currentUser(supabase, owner)
  for (const part of chunks(ids)) {
    const answer = await supabase.from(TABLE).delete().eq('user_id', user).in('id', part)
    if (answer.error) throw failed(message(reasonOf(answer.error)), answer)
  }
}

/** Calls a procedure that returns a count. @throws PicksError with the text `message` */
async function callCount(supabase: SupabaseClient, name: string, message: string): Promise<number> {
  const { data, error, status } = await supabase.rpc(name)
  const parsed = countSchema.safeParse(data)
  if (error) throw failed(message, { error, status })
  if (!parsed.success) throw new PicksError(message, { cause: parsed.error, status: 502 })
  return parsed.data
}

/**
 * Returns the number of the signed-in user's unexpired picks.
 * @throws PicksError 'Failed to get pick count'
 */
export const countPicks = (supabase: SupabaseClient): Promise<number> =>
  callCount(supabase, 'get_user_pick_count', 'Failed to get pick count')

/**
 * Removes the signed-in user's expired picks.
 * @returns their number
 * @throws PicksError 'Failed to delete pick'
 */
export const cleanUpPicks = (supabase: SupabaseClient): Promise<number> =>
  callCount(supabase, 'cleanup_expired_picks', 'Failed to delete pick')
