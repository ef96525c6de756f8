import { defineRemote } from '@propsight/shared/contracts'
import { Root } from './app/root.tsx'

/** All that this remote offers: the weather overlay. The contract named here is the one it was built against. */
export default defineRemote({ contract: '1.0', name: 'weather', Root })
