import { cx, Tag } from '@propsight/shared/ui'
import { percentText } from '../../state/format.ts'
import type { PitcherRow } from '../../state/rows.ts'
import { Dash } from './cells.tsx'
import styles from './marks.module.css'

const EVEN = 0.5
const whole = (share: number): number => Math.round(share * 100)

/**
 * The engine's chance of the over with its interval. Goblin lines can only be played as More, so an unlikely
 * over is shown with its low chance, and the under is never recommended.
 */
export function EngineCell({ row: { engine, why } }: { row: PitcherRow }) {
  if (!engine) return <Dash reason={why.engine} />
  const interval = `${whole(engine.low)}–${whole(engine.high)}`
  const push = engine.push > 0 ? `, ${percentText(engine.push)} to push` : ''
  return (
    <span
      className={styles.engine}
      title={`Over ${percentText(engine.over)}, 80% interval ${interval}${push}`}
    >
      <b className={cx('u-fig', styles.chance, engine.over >= EVEN ? 'u-over' : 'u-muted')}>
        <span aria-hidden="true">▲</span>
        <span className="u-vh">Over</span> {percentText(engine.over)}
      </b>
      <span className={styles.interval}>{interval}</span>
      {engine.disagrees && (
        <Tag outlined small title="The engine's likelier side is not the projection's">
          disagrees
        </Tag>
      )}
    </span>
  )
}
