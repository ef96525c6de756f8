import {
  type PastParlayRow,
  pastParlayRowSchema,
  type ShellApi,
  type TrackLeg,
  trackLegSchema,
} from '@propsight/shared/contracts'
import { LEG_TABLES, PARLAY_TABLES, readHistory } from '../../state/read-rows.ts'

/** Parlays generated within this time of each other form one stack, in milliseconds (P10). */
export const STACK_WINDOW_MS = 300_000

const time = ({ row }: PastParlay): number => Date.parse(row.created_at)

/**
 * Groups parlays into stacks, newest first. All parlays of a stack are within five minutes of its newest one.
 */
export function groupIntoStacks(parlays: readonly PastParlay[]): PastParlay[][] {
  const sorted = parlays.toSorted(
    (a, b) => time(b) - time(a) || (a.row.details?.rank ?? 0) - (b.row.details?.rank ?? 0),
  )
  const stacks: PastParlay[][] = []
  for (const parlay of sorted) {
    const stack = stacks.at(-1)
    const newest = stack?.[0]
    if (stack && newest && time(newest) - time(parlay) <= STACK_WINDOW_MS) stack.push(parlay)
    else stacks.push([parlay])
  }
  return stacks
}

/** Ids per request: they are part of the URL, and 60 ids of 36 characters stay below common length limits. */
const IDS_AT_ONCE = 60

export interface PastParlay {
  row: PastParlayRow
  /** By position in the parlay, from 1. */
  legs: ReadonlyMap<number, TrackLeg>
}

export interface PastParlayList {
  parlays: PastParlay[]
  /** Whether older parlays exist. */
  more: boolean
  /** Number of parlays and legs that could not be read. */
  unread: number
}

async function readLegs(supabase: ShellApi['supabase'], parlays: readonly PastParlayRow[]) {
  const ids = parlays.map(({ id }) => id)
  const pages = []
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const batch = ids.slice(at, at + IDS_AT_ONCE)
    pages.push(
      await readHistory(
        trackLegSchema,
        LEG_TABLES,
        (table) => (from, to) =>
          supabase.from(table).select('*').in('parlay_id', batch).order('id').range(from, to),
      ),
    )
  }
  return {
    rows: pages.flatMap(({ rows }) => rows),
    unread: pages.reduce((sum, page) => sum + page.unread, 0),
  }
}

/**
 * Reads the user's newest parlays with the results of their legs, under row-level security.
 * @param limit maximum number of parlays
 * @throws Error when the data service fails
 */
export async function listParlays(
  supabase: ShellApi['supabase'],
  userId: string,
  limit: number,
): Promise<PastParlayList> {
  const newest = (table: string) => (from: number, to: number) =>
    supabase
      .from(table)
      .select('*')
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .order('rank')
      .range(from, to)
  const read = await readHistory(pastParlayRowSchema, PARLAY_TABLES, newest, limit + 1)
  const rows = read.rows.slice(0, limit)
  const legs = await readLegs(supabase, rows)
  const byParlay = Map.groupBy(legs.rows, ({ parlay_id }) => parlay_id)
  const parlays = rows.map((row) => {
    const own = byParlay.get(row.id) ?? []
    return { row, legs: new Map(own.flatMap((each) => (each.leg === null ? [] : [[each.leg, each]]))) }
  })
  return {
    parlays,
    more: read.rows.length + read.unread > limit,
    unread: read.unread + legs.unread,
  }
}
