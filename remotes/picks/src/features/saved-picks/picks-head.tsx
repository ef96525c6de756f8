import { Button, Select } from '@propsight/shared/ui'
import { picksText } from '../../state/pick-text.ts'
import styles from './saved-picks.module.css'
import { SORTS, type Sort } from './sort-picks.ts'

export interface PicksHeadProps {
  /** Null while loading. */
  count: number | null
  sort: Sort
  onSort(sort: Sort): void
  onPastParlays(): void
  onRecord(): void
  onCleanUp(): void
  onClear(): void
}

/**
 * Title, count and the actions on all picks. Past Parlays and Track record are offered without picks, too.
 */
export function PicksHead(props: PicksHeadProps) {
  const { count, sort } = props
  const some = count !== null && count > 0
  return (
    <header className={styles.head}>
      <div>
        <h1 id="picks-title" tabIndex={-1}>
          My Picks
        </h1>
        <p role="status">{some ? `${picksText(count)} · each is kept 20 hours` : ' '}</p>
      </div>
      <div className={styles.actions}>
        {some && <Select label="Sort" options={SORTS} value={sort} onChange={props.onSort} />}
        <Button onClick={props.onPastParlays}>Past Parlays</Button>
        <Button onClick={props.onRecord}>Track record</Button>
        {some && (
          <Button variant="bare" onClick={props.onCleanUp}>
            Remove expired
          </Button>
        )}
        {some && (
          <Button variant="bad" onClick={props.onClear}>
            Clear All
          </Button>
        )}
      </div>
    </header>
  )
}
