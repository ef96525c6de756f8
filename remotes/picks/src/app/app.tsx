import type { RemoteProps } from '@propsight/shared/contracts'
import { SavedPicks } from '../features/saved-picks/saved-picks.tsx'

const VERSION = import.meta.env?.BUILD_VERSION ?? 'unbuilt'

export const App = ({ shell }: RemoteProps) => (
  <div className="u-page">
    <SavedPicks shell={shell} />
    <p className="u-label">My Picks, version {VERSION}</p>
  </div>
)
