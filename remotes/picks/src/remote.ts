import { defineRemote } from '@propsight/shared/contracts'
import { App } from './app/app.tsx'

export default defineRemote({ contract: '1.2', name: 'picks', Root: App })
