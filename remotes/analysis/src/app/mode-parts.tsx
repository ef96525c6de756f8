import { lazyPart, Skeleton } from '@propsight/shared/ui'
import styles from './dashboard.module.css'

/** As high as the place for the picture. */
const waiting = (
  <div className={styles.waiting} role="status">
    <span className="u-vh">Loading the image mode</span>
    <Skeleton height={190} radius={12} />
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
