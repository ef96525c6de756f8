import type { MovedPrice, RosterNews, Slate } from '@propsight/shared/contracts'
import { marketLabel } from '@propsight/shared/domain'
import { clockText, formatSigned, shortDayText } from '@propsight/shared/format'
import { Call, Panel } from '@propsight/shared/ui'
import styles from './slate.module.css'

const NEWS_KINDS: Record<RosterNews['kind'], string> = { out: 'Out', back: 'Back', moved: 'Moved' }

const Move = ({ move: { player, team, stat, line, side, book, before, now, at } }: { move: MovedPrice }) => (
  <li>
    <span>
      <b>{player}</b> {team}
    </span>
    <span>
      <Call side={side} line={line} /> {marketLabel(stat)}
    </span>
    <span className="u-fig">
      {formatSigned(before, 0)} → <b>{formatSigned(now, 0)}</b>
    </span>
    <span className={styles.fact}>
      {book}, {clockText(at)}
    </span>
  </li>
)

/** The prices that moved most, and who is out, back or moved. A part that is not known is left out. */
export function SlateChanges({ slate: { moves, news } }: { slate: Slate }) {
  return (
    <div className={styles.halves}>
      {moves && (
        <Panel
          title="Moved most"
          className={styles.half}
          actions={<span className={styles.note}>Last 12 hours</span>}
        >
          {moves.length === 0 && <p>No price has moved.</p>}
          <ul className={styles.moves}>
            {moves.map((move) => (
              <Move key={`${move.player} ${move.stat}`} move={move} />
            ))}
          </ul>
        </Panel>
      )}
      {news && (
        <Panel
          title="Injuries and moves"
          className={styles.half}
          actions={<span className={styles.note}>Since yesterday</span>}
        >
          {news.length === 0 && <p>Nothing new.</p>}
          <ul className={styles.news}>
            {news.map(({ name, team, kind, label, date, text }) => (
              <li key={`${name} ${label}`} title={text}>
                <b>{name}</b> {team} · {NEWS_KINDS[kind]}: {label}, {shortDayText(date)}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}
