import type { PitcherStart } from '@propsight/shared/contracts'
import { inningsFromOuts } from '@propsight/shared/domain'
import { countText, shortDayText } from '@propsight/shared/format'
import { cx } from '@propsight/shared/ui'
import { Dash } from './cells.tsx'
import styles from './marks.module.css'

type Start = PitcherStart

interface StartStripProps {
  starts: readonly Start[]
  /** Value of a start, compared with the line. Shown unless `text` is given. */
  value(start: Start): number
  text?(start: Start): string
  /** Name of the values, for example 'strikeouts'. */
  what: string
  /** Null: the starts are shown without a result. */
  line: number | null
}

function sideOf(value: number, line: number | null): 'over' | 'under' | 'push' | null {
  if (line === null) return null
  if (value > line) return 'over'
  return value < line ? 'under' : 'push'
}

const startTitle = (start: Start): string =>
  `${shortDayText(start.date)} ${start.homeAway === 'HOME' ? 'vs' : '@'} ${start.opponent}: ` +
  `${start.strikeOuts} K, ${start.hits} H, ${inningsFromOuts(start.outs)} IP`

/** Accessible text of the strip. */
export function describeStarts(
  values: readonly number[],
  texts: readonly string[],
  what: string,
  line: number | null,
) {
  const starts = `Last ${countText(values.length, 'start')}, oldest first, ${what}: ${texts.join(', ')}`
  if (line === null) return starts
  const over = values.filter((value) => sideOf(value, line) === 'over').length
  const push = values.filter((value) => sideOf(value, line) === 'push').length
  return `${starts}; line ${line}; over in ${over}${push ? `, push in ${push}` : ''}`
}

/** The last starts against the line, oldest left: blue over, orange under, a push outlined. */
export function StartStrip({
  starts,
  value,
  text = (start) => String(value(start)),
  what,
  line,
}: StartStripProps) {
  if (starts.length === 0) return <Dash reason="No starts this season" />
  const label = describeStarts(starts.map(value), starts.map(text), what, line)
  return (
    <span className={styles.starts} role="img" aria-label={label}>
      {starts.map((start) => {
        const side = sideOf(value(start), line)
        return (
          <i key={start.date} className={cx(side && styles[side])} title={startTitle(start)}>
            {text(start)}
          </i>
        )
      })}
    </span>
  )
}
