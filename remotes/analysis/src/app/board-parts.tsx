import { lazyPart } from '@propsight/shared/ui'

// Asked for by the board alone, whose code is there by then: what they share with it is not loaded twice.

/** One player, in place of the Dashboard. */
export const DetailPart = lazyPart('The player', async () => (await import('./shown-detail.tsx')).ShownDetail)

export const KeysPart = lazyPart('The list of keys', async () => (await import('./dialogs.tsx')).KeysDialog)

export const ComparePart = lazyPart(
  'The comparison',
  async () => (await import('./dialogs.tsx')).CompareDialog,
)

export const SheetPart = lazyPart('The filters', async () => (await import('./dialogs.tsx')).FilterSheet)

/** What a press on the board opens, fetched while there is nothing else to do. */
export function preloadBoardParts(): void {
  void DetailPart.preload()
  void KeysPart.preload()
}
