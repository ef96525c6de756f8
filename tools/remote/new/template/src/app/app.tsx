import type { RemoteProps } from '@propsight/shared/contracts'
import { SavedPlayers } from '../features/saved-players/saved-players.tsx'

export const App = ({ shell }: RemoteProps) => (
  <div className="u-page">
    <h1>__title__</h1>
    <SavedPlayers shell={shell} />
  </div>
)
