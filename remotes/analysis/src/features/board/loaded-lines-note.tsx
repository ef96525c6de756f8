import { countText, numberText } from '@propsight/shared/format'
import { Button, Hint, Progress } from '@propsight/shared/ui'
import { useEffect, useRef } from 'react'
import { type RunState, totalLines } from '../../state/run.ts'
import styles from './board.module.css'

interface LoadedLinesNoteProps {
  run: RunState
  onLoad(): void
  onCancel(): void
}

const PERCENT = 100
/** How the API selects the lines of a board when the book has more than the limit (N8). */
const CHOICE = 'An even share of each game and stat, standard lines first.'

/** Reserves the height of the note on small screens until the lines are known: most boards show the note. */
export const LoadedLinesPlaceholder = () => <div className={styles.restNote} />

function buttonText(loading: boolean, failed: boolean, total: number): string {
  if (loading) return 'Cancel'
  if (failed) return 'Retry'
  return `Load all ${numberText(total)}`
}

/**
 * Shows how many lines of the book are loaded, and loads the remaining ones. Empty if the board shows all
 * lines.
 */
export function LoadedLinesNote({ run, onLoad, onCancel }: LoadedLinesNoteProps) {
  const { phase, rest, lines } = run
  const loaded = lines?.players.length ?? 0
  const total = totalLines(run)
  const complete = loaded >= total
  const note = useRef<HTMLDivElement>(null)
  const requested = useRef(false)
  if (rest) requested.current = true
  // The focused button was removed. Moves the focus to the note.
  useEffect(() => {
    if (complete && requested.current && document.activeElement === document.body) {
      note.current?.focus({ preventScroll: true })
    }
  }, [complete])
  if (complete && !requested.current) return null
  const loading = rest?.phase === 'loading'
  const read = loading ? rest.read : loaded
  const failure = rest?.phase === 'failed' ? rest.failure : null
  return (
    <div ref={note} className={styles.restNote} tabIndex={-1}>
      {loading ? (
        <Progress
          label={`Loading lines: ${numberText(read)} of ${numberText(total)}`}
          percent={(PERCENT * read) / total}
        />
      ) : (
        <p role="status">
          {failure && <b>{`${failure.message.replace(/\.?$/, '.')} ${failure.cost} `}</b>}
          {complete
            ? `All ${countText(total, 'line')} loaded`
            : `${numberText(loaded)} of ${countText(total, 'line')} loaded`}
        </p>
      )}
      {!complete && (
        <Button
          variant="bare"
          disabled={phase !== 'complete'}
          title={loading ? undefined : 'Part of this analysis: no extra credit'}
          onClick={loading ? onCancel : onLoad}
        >
          {buttonText(loading, failure !== null, total)}
        </Button>
      )}
      {!complete && !loading && <Hint label="Which lines are loaded first">{CHOICE}</Hint>}
    </div>
  )
}
