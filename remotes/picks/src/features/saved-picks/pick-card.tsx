import type { PickRow } from '@propsight/shared/contracts'
import { Call } from '@propsight/shared/ui'
import { countsText, marketText, savedAtText, timeLeftText } from './pick-text.ts'
import styles from './saved-picks.module.css'

/** One saved pick: who, the call on its line, the rate with its counts, and how long it is kept. */
export function PickCard({ row }: { row: PickRow }) {
  const { betting_recommendation: side, betting_line: line, over_hit_percentage: rate } = row
  const counts = countsText(row)
  return (
    <li className={styles.card}>
      <div>
        <h2>{row.player_name}</h2>
        <p className="u-dim">{marketText(row)}</p>
      </div>
      <div className={styles.bet}>
        {side && line !== null ? <Call side={side} line={line} /> : <span className="u-dim">no call</span>}
        <p className={styles.rate}>
          <b className="u-fig">
            {rate === null ? '—' : Math.round(rate)}
            {rate !== null && <small>%</small>}
          </b>
          <span className="u-dim">{counts ?? 'counts not kept'}</span>
        </p>
      </div>
      <p className={styles.times}>
        <time dateTime={row.created_at}>Saved {savedAtText(row.created_at)}</time>
        <span>{timeLeftText(row.expires_at, Date.now())}</span>
      </p>
    </li>
  )
}
