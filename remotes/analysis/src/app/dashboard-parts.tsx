import { EmptyState, lazyPart, Skeleton } from '@propsight/shared/ui'
import { dayWaiting } from '../features/slate/day-waiting.tsx'
import styles from './dashboard.module.css'

/** Placeholder while the code of the board loads. Rarely visible, since the code is preloaded. */
const boardWaiting = (
  <div className={styles.waiting} role="status">
    <EmptyState icon="clock" title="Loading the board" flat />
  </div>
)

/** As high as the place for the picture. */
const imageWaiting = (
  <div className={styles.waiting} role="status">
    <span className="u-vh">Loading the image mode</span>
    <Skeleton height={190} radius={12} />
  </div>
)

// Board and first screen are in one chunk, so that the code that they have in common is downloaded once.

/** The day before any analysis, below the steps of a first board. */
export const FirstScreenPart = lazyPart(
  'The day',
  async () => (await import(/* webpackChunkName: "board" */ './first-screen.tsx')).FirstScreen,
  dayWaiting,
)

/** The board: cards, filters and actions. */
export const BoardPart = lazyPart(
  'The board',
  async () => (await import(/* webpackChunkName: "board" */ './board-view.tsx')).BoardView,
  boardWaiting,
)

/** The settings of the board, in a dialog. */
export const SettingsPart = lazyPart(
  'The settings',
  async () => (await import(/* webpackChunkName: "board" */ './settings-sheet.tsx')).SettingsSheet,
)

/** The track record of the engine, which replaces the Dashboard. */
export const TrackRecordPart = lazyPart(
  'The record',
  async () => (await import('./track-record-view.tsx')).TrackRecordView,
)

/** Image mode: reads lines from a picture. */
export const ImagePart = lazyPart(
  'The image mode',
  async () => (await import('../features/image/image-mode.tsx')).ImageMode,
  imageWaiting,
)

/** The notice above a board of AI mode. */
export const AdvicePart = lazyPart(
  'The AI mode’s text',
  async () => (await import(/* webpackChunkName: "advice" */ '../features/ai/advice-note.tsx')).AdviceNote,
)

/** Preloads the parts that open on a click. Called when the browser is idle. */
export function preloadParts(): void {
  void BoardPart.preload()
  void SettingsPart.preload()
}
