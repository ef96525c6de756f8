import type { RemoteProps } from '@propsight/shared/contracts'
import { SavedPicks } from '../features/saved-picks/saved-picks.tsx'

export const App = ({ shell }: RemoteProps) => (
  <div className="u-page">
    <SavedPicks shell={shell} />
  </div>
)
