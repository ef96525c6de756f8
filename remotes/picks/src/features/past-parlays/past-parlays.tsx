import type { ShellApi } from '@propsight/shared/contracts'
import { Button, Dialog, EmptyState } from '@propsight/shared/ui'
import { useState } from 'react'
import { GroupDetails } from './group-details.tsx'
import type { PastParlay, PastParlayList } from './list-parlays.ts'
import { NotLoaded } from './not-loaded.tsx'
import styles from './past-parlays.module.css'
import { StackCard } from './stack-card.tsx'
import { StackSkeletons } from './stack-skeletons.tsx'
import { stacksOf } from './stacks.ts'
import { usePastParlays } from './use-past-parlays.ts'

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
      <ul className={styles.stacks}>
        {stacksOf(list.parlays).map((stack) => (
          <StackCard key={stack[0]?.row.id} stack={stack} onOpen={onOpen} />
        ))}
      </ul>
      {list.more && <Button onClick={onOlder}>Show older parlays</Button>}
    </>
  )
}

const stackWith = (list: PastParlayList | undefined, id: string | null): PastParlay[] | null =>
  stacksOf(list?.parlays ?? []).find((stack) => stack.some(({ row }) => row.id === id)) ?? null

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
