import type { RemoteProps } from '@propsight/shared/contracts'
import { SavedPlayers } from '../src/features/saved-players/saved-players.tsx'

// The shell's dialog around an overlay has its heading and its close button already.
export const App = ({ shell }: RemoteProps) => <SavedPlayers shell={shell} />
