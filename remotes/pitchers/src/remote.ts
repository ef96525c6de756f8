import { defineRemote } from '@propsight/shared/contracts'
import { Root } from './app/root.tsx'

/**
 * The pitchers page, which needs no sign-in. `contract` is the contract version that it was built against.
 */
export default defineRemote({ contract: '1.2', name: 'pitchers', Root })
