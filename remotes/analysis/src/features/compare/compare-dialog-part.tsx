import { lazyPart } from '../../state/lazy-part.tsx'

export const CompareDialog = lazyPart(
  'The comparison',
  async () => (await import('./compare-dialog.tsx')).CompareDialog,
)
