import { defineRemote } from '@propsight/shared/contracts'
import { App } from './app.tsx'

export default defineRemote({ contract: '1.0', name: 'weather', Root: App })
