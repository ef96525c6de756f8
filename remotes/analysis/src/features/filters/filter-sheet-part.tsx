import { lazyPart } from '../../state/lazy-part.tsx'

export const FilterSheet = lazyPart(
  'The filters',
  async () => (await import('./filter-sheet.tsx')).FilterSheet,
)
