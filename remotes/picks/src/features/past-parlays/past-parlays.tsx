import { useReadable } from '@propsight/shared/client'
import type { ShellApi } from '@propsight/shared/contracts'
import { zoneText } from '@propsight/shared/format'
import { Button, Dialog, EmptyState, Skeleton } from '@propsight/shared/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GroupDetails } from './group-details.tsx'
import { groupIntoStacks, listParlays, type PastParlay, type PastParlayList } from './list-parlays.ts'
import styles from './past-parlays.module.css'
import { StackCard } from './stack-card.tsx'

const PAGE = 60
/** The job that settles parlays runs each minute. */
const REREAD_MS = 60_000

/** The signed-in user's parlays, newest first; refetched while one of them is pending. */
export function usePastParlays(shell: ShellApi) {
  const user = useReadable(shell.session)
  const [limit, setLimit] = useState(PAGE)
  const query = useQuery(
    {
      queryKey: ['parlays', user?.id ?? null, limit],
      queryFn: () =>
        user ? listParlays(shell.supabase, user.id, limit) : { parlays: [], more: false, unread: 0 },
      placeholderData: keepPreviousData,
      staleTime: 0,
      retry: 1,
      refetchInterval: ({ state }) =>
        state.data?.parlays.some(({ row }) => row.outcome === 'pending') ? REREAD_MS : false,
    },
    shell.queryClient,
  )
  return { ...query, showOlder: () => setLimit((now) => now + PAGE) }
}

/** Shown when loading failed: the list is empty as specified (P10), with a notice and Retry. */
export const NotLoaded = ({ busy, onRetry }: { busy: boolean; onRetry(): void }) => (
  <div className={styles.notLoaded} role="status">
    <p>Past parlays could not be loaded. They are safe on the server.</p>
    <Button busy={busy} onClick={onRetry}>
      Retry
    </Button>
  </div>
)

const CARDS = ['first', 'second', 'third']

/** Placeholders in the final size of the stacks, so that the layout does not shift. */
export const StackSkeletons = () => (
  <div className={styles.stacks} aria-busy="true" role="status" aria-label="Loading past parlays">
    {CARDS.map((card) => (
      <div key={card} className={styles.card}>
        <Skeleton width="40%" height={16} />
        <Skeleton width="60%" height={12} />
        <Skeleton width="70%" height={14} />
        <Skeleton height={12} />
      </div>
    ))}
  </div>
)

export interface PastParlaysProps {
  shell: ShellApi
  onClose(): void
}

interface StacksProps {
  list: PastParlayList
  onOpen(id: string): void
  onOlder(): void
}

function Stacks({ list, onOpen, onOlder }: StacksProps) {
  return (
    <>
      {list.unread > 0 && (
        <p className={styles.quiet} role="status">
          {list.unread} of them could not be read and {list.unread === 1 ? 'is' : 'are'} not shown.
        </p>
      )}
      <p className={styles.quiet}>
        Dates are game days. Times in {zoneText(list.parlays.map(({ row }) => row.created_at))}.
      </p>
      <ul className={styles.stacks}>
        {groupIntoStacks(list.parlays).map((stack) => (
          <StackCard key={stack[0]?.row.id} stack={stack} onOpen={onOpen} />
        ))}
      </ul>
      {list.more && <Button onClick={onOlder}>Show older parlays</Button>}
    </>
  )
}

const stackWith = (list: PastParlayList | undefined, id: string | null): PastParlay[] | null =>
  groupIntoStacks(list?.parlays ?? []).find((stack) => stack.some(({ row }) => row.id === id)) ?? null

/**
 * The user's parlays, newest first. Parlays that were generated together form a stack, which opens its
 * details.
 */
export function PastParlays({ shell, onClose }: PastParlaysProps) {
  const { data, isPending, isError, isFetching, refetch, showOlder } = usePastParlays(shell)
  const [opened, setOpened] = useState<string | null>(null)
  const stack = stackWith(data, opened)
  return (
    <Dialog open onClose={onClose} title="Past Parlays" size="large">
      {isPending && <StackSkeletons />}
      {isError && <NotLoaded busy={isFetching} onRetry={() => void refetch()} />}
      {data?.parlays.length === 0 && !isError && (
        <EmptyState flat icon="bars" title="No Past Parlays">
          Parlays that you generate are kept here, with how each leg ended.
        </EmptyState>
      )}
      {data && data.parlays.length > 0 && <Stacks list={data} onOpen={setOpened} onOlder={showOlder} />}
      {stack && <GroupDetails stack={stack} onClose={() => setOpened(null)} />}
    </Dialog>
  )
}
