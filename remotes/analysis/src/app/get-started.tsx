import { EmptyState } from '@propsight/shared/ui'
import { costText } from '../features/run/credits.ts'
import type { OpenLine } from '../state/view.ts'

interface GetStartedProps {
  category: string
  /** The line that a link opens, once it is analyzed. */
  open: OpenLine | null
}

/** Empty state before the first run, with three steps (N11). */
export const GetStarted = ({ category, open }: GetStartedProps) => (
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
)
