import { PARLAY_SIZE, type PickRow, type TrackLeg } from '@propsight/shared/contracts'
import { hasStandardPayout, type PayoutTable, PRIZEPICKS } from '@propsight/shared/domain'
import { Button, Stepper } from '@propsight/shared/ui'
import type { ReactNode } from 'react'
import { picksText } from '../../state/pick-text.ts'
import styles from './parlay-bar.module.css'

const PERCENT = 100

/** The picks that can be a leg of a parlay: their record is pending, or they have none. */
export const legCandidates = (rows: readonly PickRow[], legs: ReadonlyMap<string, TrackLeg>): PickRow[] =>
  rows.filter(({ id }) => (legs.get(id)?.status ?? 'pending') === 'pending')

/**
 * '2 legs from 6 picks', '2 legs from 4 of 6 picks' once games have begun, 'Save 1 pick more for 2 legs', 'No pick can
 * be a leg'.
 */
export function legsText(size: number, picks: number, open: number): string {
  if (open === 0) return 'No pick can be a leg'
  if (picks < size) return `Save ${picksText(size - picks)} more for ${size} legs`
  return `${size} legs from ${open === picks ? '' : `${open} of `}${picksText(picks)}`
}

/**
 * The payout of an entry with `size` standard legs, and the joint chance at which it returns its stake: 'Pays
 * 3×; break-even 33.3% for all legs'. Without a published payout, or with too few open picks, the text says
 * so.
 * @param open picks whose games have not begun
 */
export function paysText(size: number, picks: number, open: readonly PickRow[]): string {
  if (open.length === 0) return 'No game is still to come'
  if (open.length < size && picks > open.length)
    return `Only ${open.length} ${open.length === 1 ? 'has' : 'have'} a game still to come`
  const { power }: PayoutTable = PRIZEPICKS.payouts
  const pays = power[size]
  if (pays === undefined) return `No public payout for ${size} legs: chances only`
  const priced = open.filter(({ pick }) => pick && hasStandardPayout(pick)).length
  if (priced < size && open.length >= size) return 'Goblins, demons, promos: no standard payout'
  return `Pays ${pays}×; break-even ${(PERCENT / pays).toFixed(1)}% for all legs`
}

export interface ParlayBarProps {
  rows: readonly PickRow[]
  /** The rows whose games have not begun. */
  open: readonly PickRow[]
  size: number
  onSize(size: number): void
  busy: boolean
  /** The figures of the legs that the user chose, instead of the size; null without any. */
  chosen: ReactNode
  onParlay(): void
}

/** The number of legs, the payout, and the Parlay button with its cost. */
export const ParlayBar = ({ rows, open, size, onSize, busy, chosen, onParlay }: ParlayBarProps) => (
  <section className={styles.bar} aria-label="Parlay">
    <div className={styles.inner}>
      {chosen}
      {!chosen && open.length > 0 && (
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
      {!chosen && (
        <p className={styles.words} role="status">
          <b>{legsText(size, rows.length, open.length)}</b> <span>{paysText(size, rows.length, open)}</span>
        </p>
      )}
      <Button variant="go" cost="1 credit" busy={busy} disabled={open.length === 0} onClick={onParlay}>
        Parlay
      </Button>
    </div>
  </section>
)
