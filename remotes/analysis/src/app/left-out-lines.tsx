import type { FetchLinesResponse } from '@propsight/shared/contracts'
import { countText } from '@propsight/shared/format'
import { Icon } from '@propsight/shared/ui'
import { useId, useState } from 'react'
import styles from './dashboard.module.css'

/** Lines of the book that are not on the board, and lines on it of which something is not known; with their texts. */
function listCounts(lines: FetchLinesResponse) {
  const unknown = lines.players.filter((line) => line.oddsType === 'unknown').length
  const leftOut = [
    [lines.notRead, 'on pages that were not read'],
    [lines.notOffered, 'of markets that are not offered'],
    [lines.suspended, 'suspended'],
    [lines.skipped, 'unreadable'],
  ] as const
  const uncertain = [
    [lines.gameNotCertain, 'whose game is not certain'],
    [unknown, 'of an unknown type'],
  ] as const
  const sum = (counts: readonly (readonly [number | undefined, string])[]) =>
    counts.reduce((total, [count = 0]) => total + count, 0)
  return {
    leftOut: sum(leftOut),
    uncertain: sum(uncertain),
    texts: [...leftOut, ...uncertain].flatMap(([count, note]) =>
      count ? [`${countText(count, 'line')} ${note}`] : [],
    ),
  }
}

/** How many lines are left out or uncertain, in one line; a press lists why. Nothing if there are none. */
export function LeftOutLines({ lines }: { lines: FetchLinesResponse }) {
  const [open, setOpen] = useState(false)
  const listId = useId()
  const { leftOut, uncertain, texts } = listCounts(lines)
  if (texts.length === 0) return null
  const counts = [
    leftOut > 0 && `${countText(leftOut, 'line')} left out`,
    uncertain > 0 && (leftOut > 0 ? `${uncertain} uncertain` : countText(uncertain, 'uncertain line')),
  ]
  return (
    <div className={styles.leftOut}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => setOpen(!open)}
      >
        {counts.filter(Boolean).join(' · ')}
        <Icon name="chevron-down" />
      </button>
      {open && (
        <ul id={listId}>
          {texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
