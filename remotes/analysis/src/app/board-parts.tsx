import { lazyPart, preloadCharts } from '@propsight/shared/ui'

// Lazy parts that only the board imports. Its chunk is loaded before them, so that shared modules load once.

/** The detail view of one player, which replaces the Dashboard. */
export const DetailPart = lazyPart(
  'The player',
  async () => (await import(/* webpackChunkName: "detail" */ './detail-view.tsx')).DetailView,
)

export const KeyListPart = lazyPart(
  'The list of keys',
  async () => (await import('./board-dialogs.tsx')).KeysDialog,
)

export const ComparePart = lazyPart(
  'The comparison',
  async () => (await import('./board-dialogs.tsx')).CompareDialog,
)

export const FilterSheetPart = lazyPart(
  'The filters',
  async () => (await import('./board-dialogs.tsx')).FilterSheet,
)

export const MarketTablePart = lazyPart(
  'The markets',
  async () => (await import('./board-dialogs.tsx')).MarketTable,
)

/** Preloads the parts that open on a click on the board. Called when the browser is idle. */
export function preloadBoardParts(): void {
  void DetailPart.preload()
  void KeyListPart.preload()
  void preloadCharts()
}
