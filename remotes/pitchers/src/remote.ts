import { defineRemote } from '@propsight/shared/contracts'
import { Root } from './app/root.tsx'

/** The pitchers page, which needs no sign-in. The contract named here is the one it was built against. */
export default defineRemote({ contract: '1.0', name: 'pitchers', Root })
