import { PITCHER_PHASES } from '@propsight/shared/contracts'
import { Button, Progress } from '@propsight/shared/ui'
import { type Day, doneIn } from '../state/day.ts'
import { readAtText } from '../state/format.ts'
import styles from './pitchers.module.css'

const PHASE_NAMES = { strikeouts: 'Strikeouts', 'hits-allowed': 'Hits allowed' } as const
const HUNDRED = 100

/** Progress of the two phases (H6), then the time of the numbers. Its height is constant. */
export function Status({ day, onAgain }: { day: Day; onAgain(): void }) {
  const { entries, reading, readAt, failure } = day
  if (entries === null) {
    return (
      <div className={styles.status}>
        {failure === null || reading !== null ? (
          <Progress label="Loading probable pitchers…" percent={0} />
        ) : (
          <Progress label="Failed" percent={0} state="failed" />
        )}
      </div>
    )
  }
  if (entries.length === 0) return null
  const done = PITCHER_PHASES.map((phase) => doneIn(day, phase).length)
  // After a failure the bar shows where reading will continue.
  const phase = reading ?? (failure && PITCHER_PHASES.find((_, place) => (done[place] ?? 0) < entries.length))
  if (phase) {
    const here = done[PITCHER_PHASES.indexOf(phase)] ?? 0
    const all = done.reduce((sum, count) => sum + count, 0)
    return (
      <div className={styles.status}>
        <Progress
          label={`${PHASE_NAMES[phase]} ${here} of ${entries.length}`}
          percent={(all / (entries.length * PITCHER_PHASES.length)) * HUNDRED}
          state={reading ? 'running' : 'failed'}
        />
      </div>
    )
  }
  return (
    <div className={styles.status}>
      <span className="u-muted" role="status">
        {readAt ? `Numbers read at ${readAtText(readAt, Date.now())}` : 'No numbers yet'}
      </span>
      <Button variant="bare" onClick={onAgain}>
        Read again
      </Button>
    </div>
  )
}
