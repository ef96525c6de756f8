import type { RemoteProps } from '@propsight/shared/contracts'
import { Button, EmptyState, ErrorState } from '@propsight/shared/ui'
import { PickCard } from './pick-card.tsx'
import { PickSkeletons } from './pick-skeletons.tsx'
import styles from './saved-picks.module.css'
import { useNow } from './use-now.ts'
import { useSavedPicks } from './use-saved-picks.ts'

/** My Picks: what the user saved and what has not expired yet. */
export function SavedPicks({ shell }: RemoteProps) {
  const picks = useSavedPicks(shell)
  const now = useNow()
  const count = picks.data?.length
  return (
    <section className={styles.screen} aria-labelledby="picks-title">
      <header className={styles.head}>
        <h1 id="picks-title">My Picks</h1>
        <p role="status">
          {count ? `${count} ${count === 1 ? 'pick' : 'picks'} · each is kept 20 hours` : ' '}
        </p>
      </header>
      {picks.isPending && <PickSkeletons />}
      {picks.isError && !picks.data && (
        <ErrorState
          title="Error Loading Picks"
          retryLabel="Reload Page"
          onRetry={() => location.reload()}
          note={picks.error.message}
        >
          Your saved picks are safe; they could not be read just now.
        </ErrorState>
      )}
      {count === 0 && (
        <EmptyState
          icon="bookmark"
          title="No Picks Saved"
          action={
            <Button variant="go" onClick={() => shell.navigate('/')}>
              Go to AI Analysis
            </Button>
          }
        >
          Picks you save are kept here for 20 hours.
        </EmptyState>
      )}
      {picks.data && picks.data.length > 0 && (
        <ul className={styles.grid}>
          {picks.data.map((row) => (
            <PickCard key={row.id} row={row} now={now} />
          ))}
        </ul>
      )}
    </section>
  )
}
