import { useReadable, useShell } from '@propsight/shared/client'
import { Button, Icon, IconButton } from '@propsight/shared/ui'
import { memo, useEffect, useRef } from 'react'
import { NO_RANK, type RankedLine } from '../../state/ranked-line.ts'
import styles from './detail.module.css'
import type { PlayerDetailProps } from './detail-props.ts'
import { playerHeaderText } from './next-game.ts'

interface DetailHeadProps extends PlayerDetailProps {
  /** The card whose line is shown; null on a line of the user's own. */
  shown: RankedLine | null
  /** Whether demo bars are shown, which cannot be saved. */
  demo: boolean
}

/** Header of the detail view: Back, the player, previous and next player, and Save. */
export const DetailHead = memo(function DetailHead(props: DetailHeadProps) {
  const { card, record, total, category, neighbours, marks, shown, demo, onClose, onMove, action } = props
  const { today } = useReadable(useShell().dataSource)
  const ranked = card.rank !== NO_RANK
  const place = ranked ? `${card.rank} of ${total}` : 'not ranked'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const stepButton = (step: -1 | 1, enabled: boolean) => (
    <IconButton
      className={styles.move}
      icon={step < 0 ? 'chevron-left' : 'chevron-right'}
      label={step < 0 ? 'Previous player' : 'Next player'}
      // `aria-disabled` instead of `disabled`: a disabled button would lose the focus at the end of the
      // board.
      aria-disabled={!enabled}
      onClick={() => {
        if (enabled) onMove(step)
      }}
    />
  )
  const stepButtons = (
    <>
      {stepButton(-1, neighbours.previous)}
      {stepButton(1, neighbours.next)}
    </>
  )
  return (
    <>
      <nav aria-label="Back" className={styles.crumb}>
        <button type="button" onClick={onClose}>
          <Icon name="chevron-left" />
          {category}, {place}
        </button>
        <span className="u-narrow">{stepButtons}</span>
      </nav>
      <header className={styles.head}>
        <span role="img" className={styles.rank} aria-label={ranked ? `Rank ${card.rank}` : 'Not ranked'}>
          {ranked ? card.rank : '–'}
        </span>
        <div className={styles.who}>
          <h1 ref={heading} tabIndex={-1}>
            {card.line.name}
          </h1>
          <p>{playerHeaderText({ card, record }, today)}</p>
          {marks && <div className={styles.marks}>{marks}</div>}
        </div>
        <div className={styles.acts}>
          <span className="u-wide">{stepButtons}</span>
          {shown && !demo ? (
            action(shown)
          ) : (
            <Button
              disabled
              title={demo ? 'Demo bars cannot be saved' : 'Only lines of the book can be saved'}
            >
              Save
            </Button>
          )}
        </div>
      </header>
      <p role="status" className="u-vh">
        {card.line.name}, {place}
      </p>
    </>
  )
})
