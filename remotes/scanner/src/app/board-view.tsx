import { countText } from '@propsight/shared/format'
import { Button, EmptyState } from '@propsight/shared/ui'
import { CardsSkeleton, PropCards } from '../features/board/prop-cards.tsx'
import { type PropListProps, PropTable, TableSkeleton } from '../features/board/prop-table.tsx'
import { useMedia } from '../state/readable.ts'

const PHONE = '(max-width: 767px)'

interface NoPropsProps {
  filtered: boolean
  /** Number of props of the day. */
  total: number
  onReset(): void
}

/** Empty board: the day has no prices, or none passes the filters. */
export const NoProps = ({ filtered, total, onReset }: NoPropsProps) =>
  filtered && total > 0 ? (
    <EmptyState
      icon="search"
      title="No prop matches"
      action={<Button onClick={onReset}>Clear filters</Button>}
    >
      {`None of the ${countText(total, 'prop')} passes the filters that are on.`}
    </EmptyState>
  ) : (
    <EmptyState icon="scanner" title="No prices on this day">
      The books have no player props yet. They usually post them in the morning of the game; this page reads
      them again by itself.
    </EmptyState>
  )

/** The props: a table, and cards on phones. */
export const PropList = (props: PropListProps) =>
  useMedia(PHONE) ? <PropCards {...props} /> : <PropTable {...props} />

/** Placeholders of the props until the prices are read. */
export const LoadingProps = () => (
  <div role="status" aria-label="Loading prices">
    {useMedia(PHONE) ? <CardsSkeleton /> : <TableSkeleton />}
  </div>
)
