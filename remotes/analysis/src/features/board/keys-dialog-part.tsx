import { lazyPart } from '../../state/lazy-part.tsx'

export const KeysDialog = lazyPart(
  'The list of keys',
  async () => (await import('./keys-dialog.tsx')).KeysDialog,
)
