import { download } from '@propsight/shared/client'
import { lazyPart, preloadCharts, Skeleton } from '@propsight/shared/ui'
import { BoardSkeleton } from '../features/board/board-skeleton.tsx'
import type { boardCsv } from '../features/export/board-csv.ts'
import styles from './scanner.module.css'

/** The list of props. Its code is requested together with the prices. */
export const ListPart = lazyPart(
  'The props',
  async () => (await import('../features/board/prop-cards.tsx')).PropList,
  <BoardSkeleton />,
)

/** The expanded part of a prop, in its usual height while its code loads. */
export const DetailPart = lazyPart(
  'The prop',
  async () => (await import('../features/detail/prop-detail.tsx')).PropDetail,
  <div className={styles.detailLoading}>
    <Skeleton height={320} />
  </div>,
)

// The dialogs are in one chunk: most of it is the dialog of shared/ui.
export const RunPart = lazyPart(
  'The confirmation',
  async () => (await import(/* webpackChunkName: "dialogs" */ '../features/run/run-dialog.tsx')).RunDialog,
)

export const SettingsPart = lazyPart(
  'The settings',
  async () =>
    (await import(/* webpackChunkName: "dialogs" */ '../features/settings/settings-dialog.tsx'))
      .SettingsDialog,
)

export const KeysPart = lazyPart(
  'The list of keys',
  async () =>
    (await import(/* webpackChunkName: "dialogs" */ '../features/settings/settings-dialog.tsx')).KeysDialog,
)

/** Downloads the shown props as CSV. */
export async function downloadCsv(
  ...[rows, options, day]: [...Parameters<typeof boardCsv>, string]
): Promise<void> {
  const { boardCsv: toText } = await import('../features/export/board-csv.ts')
  download(`propsight-odds-${day}.csv`, toText(rows, options))
}

/** Preloads the parts that open on a click. Called when the browser is idle. */
export function preloadParts(): void {
  void DetailPart.preload()
  void preloadCharts()
  void RunPart.preload()
}
