import { useReadable } from '@propsight/shared/client'
import {
  legStatusSchema,
  type SessionUser,
  type ShellApi,
  type TrackLeg,
  trackLegSchema,
} from '@propsight/shared/contracts'
import { PICK_LIFETIME_MS } from '@propsight/shared/domain'
import { useQuery } from '@tanstack/react-query'

/** The job that settles the forecast records runs each minute. */
const AGAIN_MS = 60_000
/**
 * Age of the oldest records to read. No listed pick is older than its lifetime; twice that allows for clock
 * errors.
 */
const BACK_MS = 2 * PICK_LIFETIME_MS

/** An unknown status, for example of a later version, is shown as NO GAME (P7). */
const legSchema = trackLegSchema.extend({ status: legStatusSchema.catch('no-game') })

async function readTrackLegs(supabase: ShellApi['supabase'], user: SessionUser): Promise<TrackLeg[]> {
  const { data, error } = await supabase
    .from('track_legs')
    .select('*')
    .eq('user_id', user.id)
    .is('parlay_id', null)
    .gt('promised_at', new Date(Date.now() - BACK_MS).toISOString())
    .order('promised_at', { ascending: false })
  if (error) throw new Error('Failed to fetch results', { cause: error })
  return (data ?? []).flatMap((row) => legSchema.safeParse(row).data ?? [])
}

const byPick = (legs: TrackLeg[]): ReadonlyMap<string, TrackLeg> =>
  new Map(legs.flatMap((leg) => (leg.pick_id === null ? [] : [[leg.pick_id, leg]])))

const NONE: ReadonlyMap<string, TrackLeg> = new Map()

/**
 * The forecast records of the saved picks by pick id, read again each minute. When the read fails the map is
 * empty: the cards then show no result, as before the game.
 */
export function useTrackLegs(shell: ShellApi): ReadonlyMap<string, TrackLeg> {
  const user = useReadable(shell.session)
  const query = useQuery(
    {
      queryKey: ['picks', user?.id ?? null, 'legs'],
      queryFn: () => (user ? readTrackLegs(shell.supabase, user) : []),
      select: byPick,
      enabled: user !== null,
      staleTime: 0,
      refetchInterval: AGAIN_MS,
    },
    shell.queryClient,
  )
  return query.data ?? NONE
}
