import { Tag } from '@propsight/shared/ui'
import type { RankedLine } from '../../state/ranked-line.ts'
import styles from './card.module.css'
import { marksOf, warningsOf } from './marks.ts'

interface CardMarksProps {
  card: RankedLine
  /** Of the game, in words; null while it is not known. */
  weather: string | null
  /** Only what speaks against playing: a phone's row has room for nothing else. */
  warnings?: boolean
}

/** Availability, place in the order and weather of the game, in words. */
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
