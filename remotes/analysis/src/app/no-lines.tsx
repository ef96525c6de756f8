import { categoryLabel } from '@propsight/shared/domain'
import { Button, EmptyState } from '@propsight/shared/ui'
import type { RunRequest } from '../state/run.ts'
import { oddsLabel } from '../state/settings.ts'

/** The book has nothing for what was asked; with a narrowed odds type there is one way on. */
export function NoLines({ request, onAll }: { request: RunRequest | null; onAll(): void }) {
  const odds = request?.oddsType ?? 'All'
  const lines =
    request && request.category !== 'All Stat Lines' ? `${categoryLabel(request.category)} lines` : 'lines'
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
