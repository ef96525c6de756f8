import { marketLabel } from '@propsight/shared/domain'
import { countText } from '@propsight/shared/format'
import { Button, EmptyState } from '@propsight/shared/ui'
import { costText } from '../features/run/credits.ts'
import { FirstScreen } from '../features/run/first-screen.tsx'
import type { RunRequest } from '../state/run.ts'
import { oddsLabel } from '../state/settings.ts'
import type { OpenLine } from '../state/view.ts'

interface GetStartedProps {
  category: string
  /** The line that a link opens, once it is analyzed. */
  open: OpenLine | null
}

/** Empty state before the first run, with three steps (N11), and what the user may continue with. */
export const GetStarted = ({ category, open }: GetStartedProps) => (
  <>
    <EmptyState
      icon="bars"
      title="Get Started"
      {...(open && { note: `The link opens ${open.name}, ${open.line} ${open.stat}, once it is analyzed.` })}
    >
      <ol>
        <li>Choose a stat line.</li>
        <li>Set the game window and how many top picks.</li>
        <li>Analyze: {costText(category)}, a few seconds.</li>
      </ol>
    </EmptyState>
    <FirstScreen />
  </>
)

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
