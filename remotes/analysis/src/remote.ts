import { defineRemote } from '@propsight/shared/contracts'
import { Root } from './app/root.tsx'

/**
 * Entry of the analysis remote: exposes the Dashboard. `contract` is the shell contract it was built against.
 */
export default defineRemote({ contract: '1.2', name: 'analysis', Root })
