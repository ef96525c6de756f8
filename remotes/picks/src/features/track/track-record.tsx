import type { ShellApi } from '@propsight/shared/contracts'
import { Button, EmptyState, ErrorState, Icon, Skeleton } from '@propsight/shared/ui'
import { RecordBody } from './record-body.tsx'
import styles from './track.module.css'
import { useRecord } from './use-record.ts'

export interface TrackRecordProps {
  shell: ShellApi
  onClose(): void
}

const Waiting = () => (
  <div className={styles.waiting} aria-busy="true" role="status" aria-label="Loading the track record">
    <Skeleton height={72} />
    <Skeleton height={280} />
    <Skeleton height={200} />
  </div>
)

/** The results of settled picks and parlays against their forecasts. Only the server writes these records. */
export function TrackRecord({ shell, onClose }: TrackRecordProps) {
  const { data, isPending, isError, refetch } = useRecord(shell)
  const empty = data && data.legs.length === 0 && data.parlays.length === 0
  return (
    <section className={styles.view} aria-labelledby="track-title">
      <button type="button" className={styles.crumb} onClick={onClose}>
        <Icon name="chevron-left" />
        My Picks
      </button>
      <h1 id="track-title">Track record</h1>
      {isPending && <Waiting />}
      {isError && !data && (
        <ErrorState title="The track record could not be loaded" onRetry={() => void refetch()}>
          Nothing is lost: it is kept on the server.
        </ErrorState>
      )}
      {empty && (
        <EmptyState
          icon="bars"
          title="No record yet"
          action={
            <Button variant="go" onClick={() => shell.navigate('/')}>
              Go to AI Analysis
            </Button>
          }
        >
          Save a pick before its game begins. What the engine promised and how it ended is kept here for good.
        </EmptyState>
      )}
      {data && !empty && <RecordBody shell={shell} record={data} />}
    </section>
  )
}
