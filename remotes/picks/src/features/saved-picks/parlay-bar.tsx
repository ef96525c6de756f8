import type { PickRow } from '@propsight/shared/contracts'
import { PARLAY_SIZE } from '@propsight/shared/contracts'
import { Button, Stepper } from '@propsight/shared/ui'
import styles from './parlay-bar.module.css'
import { legsText, paysText } from './parlay-words.ts'

export interface ParlayBarProps {
  rows: readonly PickRow[]
  /** The rows whose games have not begun. */
  open: readonly PickRow[]
  size: number
  onSize(size: number): void
  busy: boolean
  onParlay(): void
}

/** The number of legs, the payout, and the Parlay button with its cost. */
export const ParlayBar = ({ rows, open, size, onSize, busy, onParlay }: ParlayBarProps) => (
  <section className={styles.bar} aria-label="Parlay">
    <div className={styles.inner}>
      {open.length > 0 && (
        <div className={styles.size}>
          <span className="u-label" aria-hidden="true">
            Parlay size
          </span>
          <Stepper
            label="Parlay size"
            value={size}
            min={PARLAY_SIZE.least}
            max={PARLAY_SIZE.most}
            onChange={onSize}
          />
        </div>
      )}
      <p className={styles.words} role="status">
        <b>{legsText(size, rows.length, open.length)}</b> <span>{paysText(size, rows.length, open)}</span>
      </p>
      <Button variant="go" cost="1 credit" busy={busy} disabled={open.length === 0} onClick={onParlay}>
        Parlay
      </Button>
    </div>
  </section>
)
