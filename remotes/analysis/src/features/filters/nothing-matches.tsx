import { Button, EmptyState } from '@propsight/shared/ui'
import { useAtom } from 'jotai'
import { countText } from '../../state/format.ts'
import { filtersAtom, NO_FILTERS } from '../../state/view.ts'

/** Empty state when no line passes the filters, with Clear filters. */
export function NothingMatches({ total }: { total: number }) {
  const [{ sort }, change] = useAtom(filtersAtom)
  return (
    <EmptyState
      icon="search"
      title="No line matches"
      action={<Button onClick={() => change({ ...NO_FILTERS, sort })}>Clear filters</Button>}
    >
      {`None of the ${countText(total, 'line')} passes the filters that are on.`}
    </EmptyState>
  )
}
