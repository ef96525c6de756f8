import { Skeleton } from '@propsight/shared/ui'
import styles from './board.module.css'

const ROWS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']
const CARDS = ['1', '2', '3', '4']
const CELLS = ['1', '2', '3', '4', '5', '6']

/** Placeholders in the size of the rows of the table, and of the cards on phones. */
export const BoardSkeleton = () => (
  <div role="status" aria-label="Loading prices" className={styles.breathing}>
    <div className={styles.asTable} aria-hidden="true">
      <div className={styles.blankHead} />
      {ROWS.map((row) => (
        <div key={row} className={styles.blankRow}>
          {CELLS.map((cell) => (
            <Skeleton key={cell} still height={14} />
          ))}
        </div>
      ))}
    </div>
    <div className={styles.asCards} aria-hidden="true">
      {CARDS.map((card) => (
        <div key={card} className={styles.place}>
          <div className={styles.card}>
            <Skeleton still width="60%" height={40} />
            <div className={styles.pair}>
              <Skeleton still height={52} />
              <Skeleton still height={52} />
              <Skeleton still height={52} />
              <Skeleton still height={52} />
            </div>
          </div>
        </div>
      ))}
    </div>
  </div>
)
