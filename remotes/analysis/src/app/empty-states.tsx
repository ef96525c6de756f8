import type { FetchLinesResponse } from '@propsight/shared/contracts'
import { marketLabel } from '@propsight/shared/domain'
import { countText } from '@propsight/shared/format'
import { Button, EmptyState, Icon } from '@propsight/shared/ui'
import { useId, useState } from 'react'
import type { RunRequest } from '../state/run.ts'
import { oddsLabel } from '../state/settings.ts'
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

/** Empty state: the book has no lines for the request. With one odds type it offers all odds types. */
export function NoLines({ request, onAll }: { request: RunRequest | null; onAll(): void }) {
  const odds = request?.oddsType ?? 'All'
  const lines =
    request && request.category !== 'All Stat Lines' ? `${marketLabel(request.category)} lines` : 'lines'
  const narrowed = odds === 'All' ? '' : ` with odds type ${oddsLabel(odds)}`
  return (
    <EmptyState
      icon="search"
      title="No lines found"
      action={odds !== 'All' && <Button onClick={onAll}>Show all odds types</Button>}
    >
      {`The book has no ${lines}${narrowed} right now. No credit was used.`}
    </EmptyState>
  )
}

/** Empty state of a board without a ranked line. The list of reasons follows it. */
export const NoRankedLines = ({ count }: { count: number }) => (
  <EmptyState icon="search" title="No line could be ranked">
    {`The book has ${countText(count, 'line')}, but game logs rank none of them. The reasons are below.`}
  </EmptyState>
)
