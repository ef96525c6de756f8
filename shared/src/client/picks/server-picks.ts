import * as z from '@propsight/shared/schema'
import type { SupabaseClient } from '@supabase/supabase-js'
import { type Pick, type PickRow, pickRowSchema } from '../../contracts/picks/pick.ts'
import { createPickId, pickExpiry } from '../../domain/picks.ts'
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

/**
 * Returns the first number in a text, or null. Numeric columns of a saved pick are filled this way (P2).
 * A minus sign counts only if no word character precedes it: the result for '0-2' is 0.
 */
export function firstNumber(text: string | null | undefined): number | null {
  const match = /(?<![\w.])-?\d+(?:\.\d+)?|\d+(?:\.\d+)?/.exec(text ?? '')
  return match ? Number(match[0]) : null
}

/** Converts a pick to a row of `my_picks`. Row-level security requires `user_id` to be the signed-in user. */
export function pickToRow(pick: Pick, userId: string): PickRow {
  const { recommendation, bettingLine, projectedTotal } = pick.bettingAnalysis
  return {
    id: pick.id,
    user_id: userId,
    player_name: pick.playerName,
    confidence: pick.confidence,
    projected_stat_line: pick.projectedStatLine,
    betting_line: bettingLine,
    projected_total: projectedTotal ?? firstNumber(pick.projectedStatLine),
    betting_recommendation: recommendation,
    reasoning: pick.reasoning,
    sport: pick.sport,
    original_stats: pick.originalStats,
    over_hit_percentage: pick.overHitPercentage,
    created_at: pick.createdAt,
    expires_at: pick.expiresAt,
    pick,
  }
}

/** A pick as texts: the arguments of the procedure `add_pick` (P2). Numbers are parsed from the texts. */
export interface AddPickArguments {
  p_player_name: string
  p_confidence?: string | null
  p_reasoning?: string | null
  p_sport?: string
  p_projected_stat_line?: string | null
  p_betting_line?: string | null
  p_projected_total?: string | null
  p_betting_recommendation?: string | null
  p_original_stats?: string | null
  p_weather_data?: unknown
  p_injury_impact?: string | null
  p_defensive_analysis?: string | null
}

/** Returns whether a card can display the arguments: there is a name, and no text is an object. */
export function hasPlainTexts({ p_weather_data: _, ...texts }: AddPickArguments): boolean {
  const isPlain = (value: unknown) => typeof value !== 'object' || value === null
  return /\S/.test(String(texts.p_player_name)) && Object.values(texts).every(isPlain)
}

const parseSide = (text: string | null | undefined): PickRow['betting_recommendation'] => {
  const side = /OVER|UNDER/.exec((text ?? '').toUpperCase())?.[0]
  return side === 'OVER' || side === 'UNDER' ? side : null
}

/**
 * Builds the row that the procedure `add_pick` would write. Its id is made here and not by the server, so
 * that sending the row again after a lost answer replaces it and adds no second one.
 */
export function rowFromTexts(args: AddPickArguments, userId: string): PickRow {
  const now = new Date()
  const line = args.p_projected_stat_line ?? null
  // The last three columns are not part of `PickRow`.
  const row = {
    id: createPickId(now.getTime(), crypto.randomUUID()),
    user_id: userId,
    player_name: args.p_player_name,
    confidence: firstNumber(args.p_confidence),
    projected_stat_line: line,
    betting_line: firstNumber(args.p_betting_line),
    projected_total: firstNumber(args.p_projected_total ?? line),
    betting_recommendation: parseSide(args.p_betting_recommendation),
    reasoning: args.p_reasoning ?? null,
    sport: args.p_sport ?? 'MLB',
    original_stats: args.p_original_stats ?? null,
    over_hit_percentage: null,
    created_at: now.toISOString(),
    expires_at: pickExpiry(now).toISOString(),
    pick: null,
    weather_data: args.p_weather_data ?? null,
    injury_impact: args.p_injury_impact ?? null,
    defensive_analysis: args.p_defensive_analysis ?? null,
  }
  return row
}
