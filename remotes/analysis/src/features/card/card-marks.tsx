import { Tag } from '@propsight/shared/ui'
import type { RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'
import { marksOf, warningsOf } from './marks.ts'

interface CardMarksProps {
  card: RankedLine
  /** Weather of the game as text; null while unknown. */
  weather: string | null
  /** Shows only marks against playing, since a row on a small screen has no room for more. */
  warnings?: boolean
}

/** Availability, batting order and weather of the game, as short texts. */
export function CardMarks({ card, weather, warnings = false }: CardMarksProps) {
  const marks = warnings ? warningsOf(card) : marksOf(card, weather)
  if (marks.length === 0) return null
  return (
    <span className={styles.marks}>
      {marks.map(({ text, tone, title }) =>
        tone ? (
          <Tag key={text} small tone={tone} {...(title && { title })}>
            {text}
          </Tag>
        ) : (
          <span key={text} className={styles.mark} title={title ?? text}>
            {text}
          </span>
        ),
      )}
    </span>
  )
}
