import { useReadable } from '@propsight/shared/client'
import {
  type PastParlayRow,
  pastParlayRowSchema,
  type ShellApi,
  type TrackLeg,
  trackLegSchema,
} from '@propsight/shared/contracts'
import { useQuery } from '@tanstack/react-query'
import { LEG_TABLES, PARLAY_TABLES, readHistory } from '../../state/read-rows.ts'

const NOTHING: TrackRows = { legs: [], parlays: [], unread: 0, cut: false }

/** The signed-in user's record, refetched each time the view opens. */
export function useRecord(shell: ShellApi) {
  const user = useReadable(shell.session)
  return useQuery(
    {
      queryKey: ['track', user?.id ?? null, 'all'],
      queryFn: () => (user ? readRecord(shell.supabase, user.id) : NOTHING),
      staleTime: 0,
      retry: 1,
    },
    shell.queryClient,
  )
}

/** Maximum number of rows per table: enough for years. The screen says so when there are more. */
export const MOST_ROWS = 20_000

export interface TrackRows {
  legs: TrackLeg[]
  parlays: PastParlayRow[]
  /** Number of rows that could not be read. */
  unread: number
  /** Whether there are older rows than were read. */
  cut: boolean
}

/**
 * Reads the user's forecast records and parlays under row-level security, newest first.
 * @throws Error when the data service fails
 */
export async function readRecord(supabase: ShellApi['supabase'], userId: string): Promise<TrackRows> {
  const newest = (column: string) => (table: string) => (from: number, to: number) =>
    supabase
      .from(table)
      .select('*')
      .eq('user_id', userId)
      .order(column, { ascending: false })
      .order('id')
      .range(from, to)
  const [legs, parlays] = await Promise.all([
    readHistory(trackLegSchema, LEG_TABLES, newest('promised_at'), MOST_ROWS),
    readHistory(pastParlayRowSchema, PARLAY_TABLES, newest('created_at'), MOST_ROWS),
  ])
  return {
    legs: legs.rows,
    parlays: parlays.rows,
    unread: legs.unread + parlays.unread,
    cut: Math.max(legs.rows.length, parlays.rows.length) >= MOST_ROWS,
  }
}
