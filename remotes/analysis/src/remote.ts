import { defineRemote } from '@propsight/shared/contracts'
import { Root } from './app/root.tsx'
import { playerLink } from './features/player-link/player-link.ts'

/**
 * Entry of the analysis remote: exposes the Dashboard, and links to its players for other screens. `contract` is the
 * shell contract it was built against.
 */
export default defineRemote({
  contract: '1.2',
  name: 'analysis',
  Root,
  extensions: { 'player-link': playerLink },
})
