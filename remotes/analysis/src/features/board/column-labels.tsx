import { legBreakEven } from '@propsight/shared/domain'
import styles from './board.module.css'

const PROBABILITY = 'Probability'
/** Break-even of a standard line without a push, in percent. */
const BREAK_EVEN = (100 * (legBreakEven('standard') ?? 0)).toFixed(1)
const COLUMNS = ['#', 'Player', 'Pick', 'Last 10 against the line', 'Over rate', PROBABILITY, 'Fair line']

/** Column headings of the cards. */
export const ColumnLabels = () => (
  <div className={styles.columns} aria-hidden="true">
    {COLUMNS.map((label) => (
      <span key={label} className="u-label">
        {label}
        {label === PROBABILITY && (
          <>
            <i className={styles.even} /> break-even {BREAK_EVEN}
          </>
        )}
      </span>
    ))}
  </div>
)
