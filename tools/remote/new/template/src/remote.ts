import { defineRemote } from '@propsight/shared/contracts'
import { App } from './app/app.tsx'

// No component in this file: an edit of it loads the page anew, an edit of any other repaints and keeps state.
export default defineRemote({ contract: '1.0', name: '__name__', Root: App })
