import { defineRemote } from '@propsight/shared/contracts'
import { App } from './app/app.tsx'
import { settled, trackRecord } from './app/extensions.tsx'

/** Entry of the remote: My Picks, and for other screens what settled since the last visit and the engine's track record. */
export default defineRemote({
  contract: '1.2',
  name: 'picks',
  Root: App,
  extensions: { settled, 'track-record': trackRecord },
})
