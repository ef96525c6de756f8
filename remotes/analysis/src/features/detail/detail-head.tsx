import { Button, Icon, IconButton } from '@propsight/shared/ui'
import { memo, useEffect, useRef } from 'react'
import type { RankedLine } from '../../state/ranked-line.ts'
import styles from './detail.module.css'
import type { PlayerDetailProps } from './detail-props.ts'
import { aboutText } from './next-game.ts'

interface DetailHeadProps extends PlayerDetailProps {
  /** The card whose line is shown; null on a line of the user's own. */
  shown: RankedLine | null
}

/** The way back, who it is, his neighbours on the board, and Save. */
export const DetailHead = memo(function DetailHead(props: DetailHeadProps) {
  const { card, record, total, category, neighbours, marks, shown, onClose, onMove, action } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const move = (step: -1 | 1, there: boolean) => (
    <IconButton
      className={styles.move}
      icon={step < 0 ? 'chevron-left' : 'chevron-right'}
      label={step < 0 ? 'Previous player' : 'Next player'}
      // Disabling it would drop the focus of whoever walks through the board with it.
      aria-disabled={!there}
      onClick={() => there && onMove(step)}
    />
  )
  const moves = (
    <>
      {move(-1, neighbours.previous)}
      {move(1, neighbours.next)}
    </>
  )
  return (
    <>
      <nav aria-label="Back" className={styles.crumb}>
        <button type="button" onClick={onClose}>
          <Icon name="chevron-left" />
          {category}, {card.rank} of {total}
        </button>
        <span className="u-narrow">{moves}</span>
      </nav>
      <header className={styles.head}>
        <span role="img" className={styles.rank} aria-label={`Rank ${card.rank}`}>
          {card.rank}
        </span>
        <div className={styles.who}>
          <h1 ref={heading} tabIndex={-1}>
            {card.line.name}
          </h1>
          <p>{aboutText({ card, record })}</p>
          {marks && <div className={styles.marks}>{marks}</div>}
        </div>
        <div className={styles.acts}>
          <span className="u-wide">{moves}</span>
          {shown ? (
            action(shown)
          ) : (
            <Button disabled title="Only lines of the book can be saved">
              Save
            </Button>
          )}
        </div>
      </header>
      <p role="status" className="u-vh">
        {card.line.name}, {card.rank} of {total}
      </p>
    </>
  )
})
