import { defineRemote } from '@propsight/shared/contracts'
import { App } from './app/app.tsx'

// No component in this file: an edit of it reloads the page, while an edit of a component's file keeps the
// state.
export default defineRemote({ contract: '1.0', name: '__name__', Root: App })
