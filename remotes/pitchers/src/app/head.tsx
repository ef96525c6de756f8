import { useEffect, useRef } from 'react'
import { countText, longDayText } from '../state/format.ts'
import styles from './pitchers.module.css'

/** Heading, date in US Eastern time, and the explanation of the tables (H1). */
export function Head({
  date,
  count,
  takesFocus,
}: {
  date: string
  count: number | null
  takesFocus: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <header className={styles.head}>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          Today's Pitchers
        </h1>
        <p className={styles.day}>
          {longDayText(date)}
          {count !== null && ` · ${countText(count, 'probable pitcher')}`} · US Eastern time
        </p>
      </div>
      <p className={styles.explainer}>
        The edge z is the projection less the line in standard deviations, from −3 to +3. HIGH from 0.80,
        MEDIUM from 0.35. Blue starts went over the line, orange under. Lines are the book's goblins, which
        take More only; the engine's percentage is its chance of the over. Without a line or an edge the
        signal is taken from the average, in Not Ranked.
      </p>
    </header>
  )
}
