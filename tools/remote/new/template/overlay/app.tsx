import type { RemoteProps } from '@propsight/shared/contracts'
import { SavedPlayers } from '../src/features/saved-players/saved-players.tsx'

// The shell shows an overlay in a dialog with a heading and a close button.
export const App = ({ shell }: RemoteProps) => <SavedPlayers shell={shell} />
