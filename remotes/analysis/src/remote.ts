import { defineRemote } from '@propsight/shared/contracts'
import { Root } from './app/root.tsx'

/** All that this remote offers: the Dashboard. The contract named here is the one it was built against. */
export default defineRemote({ contract: '1.1', name: 'analysis', Root })
