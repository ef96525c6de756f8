// The dev server puts the remote's own `src/remote.ts` in place of this file.
import { defineRemote } from '@propsight/shared/contracts'

export default defineRemote({ contract: '1.0', name: 'none', Root: () => null })
