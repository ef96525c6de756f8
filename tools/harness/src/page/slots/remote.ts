// Placeholder: the dev server replaces this file by the remote's `src/remote.ts`.
import { defineRemote } from '@propsight/shared/contracts'

export default defineRemote({ contract: '1.0', name: 'none', Root: () => null })
