import type { PickRow } from '@propsight/shared/contracts'
import { Call, cx, Icon } from '@propsight/shared/ui'
import { PickChance, PickTrack } from './pick-chance.tsx'
import { gameText, lifeLeft, marketText, savedAtText, timeLeft } from './pick-text.ts'
import styles from './saved-picks.module.css'

/** One saved pick: who, the call on its line, the probability with its interval, the counts, and how long it is kept. */
export function PickCard({ row, now }: { row: PickRow; now: number }) {
  const { betting_recommendation: side, betting_line: line } = row
  const left = timeLeft(row.expires_at, now)
  return (
    <li className={cx(styles.card, left.soon && styles.soon)}>
      <div className={styles.who}>
        <h2>{row.player_name}</h2>
        <p>{gameText(row)}</p>
      </div>
      <div className={styles.bet}>
        <div>
          {side && line !== null ? <Call side={side} line={line} /> : <span className="u-dim">no call</span>}
          <p>{marketText(row)}</p>
        </div>
        <PickChance row={row} />
      </div>
      <PickTrack row={row} />
      <div className={styles.times}>
        <span className={styles.left}>
          <Icon name="clock" />
          {left.text}
        </span>
        <time dateTime={row.created_at}>Saved {savedAtText(row.created_at)}</time>
      </div>
      <span className={styles.life} aria-hidden="true">
        <span style={{ width: `${Math.round(lifeLeft(row, now) * 100)}%` }} />
      </span>
    </li>
  )
}
