import { EmptyState } from '@propsight/shared/ui'
import { costText } from '../features/run/cost.ts'

/** Before the first run: the three steps to one. */
export const GetStarted = ({ category }: { category: string }) => (
  <EmptyState icon="bars" title="Get Started">
    <ol>
      <li>Choose a stat line.</li>
      <li>Set the game window and how many top picks.</li>
      <li>Analyze: {costText(category)}, a few seconds.</li>
    </ol>
  </EmptyState>
)
