import { countText, longDayText } from '../state/format.ts'
import styles from './pitchers.module.css'

/** The day in US Eastern time, and how the tables are read. */
export const Head = ({ date, count }: { date: string; count: number | null }) => (
  <header className={styles.head}>
    <div>
      <h1>Today's Pitchers</h1>
      <p className={styles.day}>
        {longDayText(date)}
        {count !== null && ` · ${countText(count, 'probable pitcher')}`} · US Eastern time
      </p>
    </div>
    <p className={styles.explainer}>
      The edge z is the projection less the line in standard deviations, from −3 to +3. HIGH from 0.80, MEDIUM
      from 0.35. Blue starts went over the line, orange under. Lines are the book's goblins, which take More
      only; the engine's percentage is its chance of the over.
    </p>
  </header>
)
