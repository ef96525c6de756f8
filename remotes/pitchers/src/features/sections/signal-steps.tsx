import { cx } from '@propsight/shared/ui'
import type { PitcherSignal } from '../../scoring/signal.ts'
import styles from './marks.module.css'

/** Number of filled steps per signal, of three. */
export const SIGNAL_STEPS: Readonly<Record<PitcherSignal, number>> = { 'N/A': 0, LOW: 1, MEDIUM: 2, HIGH: 3 }
const PLACES = [1, 2, 3]

/** The signal as three steps and its text. */
export const SignalSteps = ({ signal }: { signal: PitcherSignal }) => (
  <span className={cx(styles.signal, signal === 'HIGH' && styles.strong)}>
    <span className={styles.steps} aria-hidden="true">
      {PLACES.map((place) => (
        <i key={place} className={cx(place <= SIGNAL_STEPS[signal] && styles.filled)} />
      ))}
    </span>
    {signal}
  </span>
)
