import { PageLink, useReadable } from '@propsight/shared/client'
import {
  legStatusSchema,
  type RemoteProps,
  type SessionUser,
  type ShellApi,
} from '@propsight/shared/contracts'
import * as z from '@propsight/shared/schema'
import { Panel, Skeleton } from '@propsight/shared/ui'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import styles from './settled.module.css'

/** Before every result. */
const NEVER = '1970-01-01T00:00:00Z'

const schema = z.iso.datetime({ offset: true })
const keyOf = (userId: string): string => `propsight:settled-until:${userId}`

/**
 * Time of the newest result that this device has shown to the user; null on the first visit. A time of the server, so
 * that the clock of the device is irrelevant.
 */
function loadKnownUntil(userId: string): string | null {
  try {
    return schema.safeParse(localStorage.getItem(keyOf(userId))).data ?? null
  } catch {
    return null
  }
}

/** Stored once the results are shown, because a browser may end a page without an event. */
function storeKnownUntil(userId: string, until: string): void {
  try {
    localStorage.setItem(keyOf(userId), until)
  } catch {
    // Storage is full or forbidden: every visit is the first one, and no result is announced.
  }
}

/** More results than a user saves between two visits. */
const MOST_RESULTS = 1_000

/** The results that end a pick, in display order, with their texts. */
const RESULTS = [
  ['winner', 'won'],
  ['loser', 'lost'],
  ['push', 'push'],
  ['no-game', 'no game'],
] as const

const rowSchema = z.object({ status: legStatusSchema, settled_at: z.string() })

interface NewResults {
  /** Results after this time are new; null on the first visit, on which none is. */
  since: string | null
  /** Time of the newest result. */
  until: string
  /** New results, in the order of `RESULTS`. */
  counts: number[]
}

/** Reads the results of the user's picks after a time; without one, only the time of the newest result. */
async function readSettled(
  supabase: ShellApi['supabase'],
  userId: string,
  since: string | null,
): Promise<NewResults> {
  const { data, error } = await supabase
    .from('track_legs')
    .select('status,settled_at')
    .eq('user_id', userId)
    .is('parlay_id', null)
    .gt('settled_at', since ?? NEVER)
    .order('settled_at', { ascending: false })
    .limit(since === null ? 1 : MOST_RESULTS)
  if (error) throw new Error('Failed to fetch results', { cause: error })
  const rows = (data ?? []).flatMap((row) => rowSchema.safeParse(row).data ?? [])
  const countOf = (status: string) => rows.filter((row) => row.status === status).length
  return {
    since,
    until: rows[0]?.settled_at ?? since ?? NEVER,
    counts: RESULTS.map(([status]) => (since === null ? 0 : countOf(status))),
  }
}

/**
 * What settled since the last visit. A visit is one load of the page: the results of an earlier one stay known, those
 * of this one stay shown until the page is left or loaded again.
 */
function useSettled(
  { supabase, queryClient }: { supabase: ShellApi['supabase']; queryClient: QueryClient },
  user: SessionUser,
) {
  const queryKey = ['picks', user.id, 'settled']
  const query = useQuery(
    {
      queryKey,
      queryFn: () => {
        const before = queryClient.getQueryData<NewResults>(queryKey)
        return readSettled(supabase, user.id, before?.since ?? loadKnownUntil(user.id))
      },
      staleTime: 0,
      // As long as the page, because `since` is that of its first read.
      gcTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  )
  const until = query.data?.until
  useEffect(() => {
    if (until) storeKnownUntil(user.id, until)
  }, [user.id, until])
  return query
}

function SettledSince({ shell, user }: RemoteProps & { user: SessionUser }) {
  const { data, isLoading } = useSettled(shell, user)
  if (isLoading) return <Skeleton height="100%" />
  const texts = RESULTS.flatMap(([status, text], index) => {
    const count = data?.counts[index] ?? 0
    return count > 0 ? [{ status, text: `${count} ${text}` }] : []
  })
  if (texts.length === 0) return null
  return (
    <Panel
      title="Since your last visit"
      actions={
        <PageLink shell={shell} className={styles.link} to="/picks">
          My Picks
        </PageLink>
      }
    >
      <p>Picks settled: {texts.map(({ text }) => text).join(' · ')}</p>
    </Panel>
  )
}

/** The picks that were settled since the last visit, as a section of another screen. Nothing without any. */
export function Settled({ shell }: RemoteProps) {
  const user = useReadable(shell.session)
  return user && <SettledSince shell={shell} user={user} />
}
