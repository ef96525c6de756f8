import type { RemoteProps } from '@propsight/shared/contracts'
import { Button, EmptyState, ErrorState, Skeleton } from '@propsight/shared/ui'
import styles from './saved-players.module.css'
import { useSavedPlayers } from './use-saved-players.ts'

const ROWS = ['first', 'second', 'third']

/** The players of the user's saved picks: an example of reading data, with every state of a screen. */
export function SavedPlayers({ shell }: RemoteProps) {
  const { user, players } = useSavedPlayers(shell)
  if (!user) {
    return (
      <EmptyState icon="bookmark" title="Sign in to see your players">
        Saved picks belong to an account.
      </EmptyState>
    )
  }
  if (players.isPending) {
    return (
      <div className={styles.list} aria-busy="true" role="status" aria-label="Loading players">
        {ROWS.map((row) => (
          <Skeleton key={row} height={44} radius={8} />
        ))}
      </div>
    )
  }
  if (players.isError) {
    return (
      <ErrorState
        title="Your players could not be read"
        onRetry={() => void players.refetch()}
        note={players.error.message}
      >
        Your data is safe.
      </ErrorState>
    )
  }
  if (players.data.length === 0) {
    return (
      <EmptyState
        icon="bookmark"
        title="No players yet"
        action={
          <Button variant="go" onClick={() => shell.navigate('/')}>
            Go to Dashboard
          </Button>
        }
      >
        Save a pick, and its player stands here.
      </EmptyState>
    )
  }
  return (
    <ul className={styles.list}>
      {players.data.map((player) => (
        <li key={player} className={styles.player}>
          {player}
        </li>
      ))}
    </ul>
  )
}
