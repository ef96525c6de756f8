import { EmptyState, lazyPart } from '@propsight/shared/ui'
import styles from './dashboard.module.css'

const waiting = (
  <div className={styles.waiting} role="status">
    <EmptyState icon="clock" title="Loading the image mode" flat />
  </div>
)

/** Image mode: reads lines from a picture. */
export const ImagePart = lazyPart(
  'The image mode',
  async () => (await import('../features/image/image-mode.tsx')).ImageMode,
  waiting,
)

/** The notice above a board of AI mode. */
export const AdvicePart = lazyPart(
  'The AI mode’s text',
  async () => (await import('../features/ai/advice-note.tsx')).AdviceNote,
)
