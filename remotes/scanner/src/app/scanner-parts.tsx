import { lazyPart, preloadCharts, Skeleton } from '@propsight/shared/ui'

/** The expanded part of a prop, in its usual height while its code loads. */
export const DetailPart = lazyPart(
  'The prop',
  async () => (await import('../features/detail/prop-detail.tsx')).PropDetail,
  <Skeleton height={320} />,
)

export const RunPart = lazyPart('The confirmation', async () => (await import('./dialogs.ts')).RunDialog)

export const SettingsPart = lazyPart(
  'The settings',
  async () => (await import('./dialogs.ts')).SettingsDialog,
)

/** Preloads the parts that open on a click. Called when the browser is idle. */
export function preloadParts(): void {
  void DetailPart.preload()
  void preloadCharts()
  void RunPart.preload()
}
