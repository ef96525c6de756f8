import { defineRemote } from '@propsight/shared/contracts'
import { App } from './app/app.tsx'
import { settled } from './features/settled/settled.tsx'

/** Entry of the remote: My Picks, and what settled since the last visit for other screens. */
export default defineRemote({ contract: '1.2', name: 'picks', Root: App, extensions: { settled } })
