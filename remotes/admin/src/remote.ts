import { defineRemote } from '@propsight/shared/contracts'
import { Root } from './app/root.tsx'

export default defineRemote({ contract: '1.2', name: 'admin', Root })
