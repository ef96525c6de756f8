import { cx } from '@propsight/shared/ui'
import { formatSigned } from '../../state/format.ts'
import { Dash } from './cells.tsx'
import styles from './marks.module.css'

const WIDTH = 72
const HEIGHT = 16
/** End of the scale, which covers z from −3 to +3. */
const MOST = 3
const MIDDLE = WIDTH / 2
const LEAST_BAR = 1

/** The edge z as a bar from 0, over to the right and under to the left, with its figure. */
export function ZBar({ z, reason, bare = false }: { z: number | null; reason: string; bare?: boolean }) {
  if (z === null) return <Dash reason={reason} />
  const length = Math.max(LEAST_BAR, (Math.abs(z) / MOST) * MIDDLE)
  const over = z >= 0
  return (
    <span className={styles.z}>
      {!bare && (
        <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          <path className={styles.scale} d={`M0 8H${WIDTH}`} />
          <path className={styles.zero} d={`M${MIDDLE} 1V15`} />
          <rect
            className={over ? styles.overFill : styles.underFill}
            x={over ? MIDDLE : MIDDLE - length}
            y="4"
            width={length}
            height="8"
            rx="1"
          />
        </svg>
      )}
      <b className={cx('u-fig', over ? 'u-over' : 'u-under')}>{formatSigned(z, 2)}</b>
    </span>
  )
}
