import { confidencePercent } from '@propsight/shared/domain'
import { useAtomValue } from 'jotai'
import { PICTURE_LINE, type RankedLine } from '../../state/ranked-line.ts'
import { shownOrderAtom } from '../../state/shown-order.ts'
import styles from './image.module.css'
import { type DraftRow, summaryOf } from './picture-rows.ts'

/** Our side and its probability, as on the card: 'Over 58% (52–63)', or why there is none. */
function numberOf(card: RankedLine | undefined): string {
  if (!card) return '—'
  if (!card.forecast) return `No probability: ${card.noForecast}`
  const { chance, low, high } = card.forecast
  const side = card.call === 'UNDER' ? 'Under' : 'Over'
  return `${side} ${confidencePercent(chance)}% (${confidencePercent(low)}–${confidencePercent(high)})`
}

/** The slip as the user entered it, in its own order and sides, with the engine's number beside each row. */
export function Slip({ rows }: { rows: readonly DraftRow[] }) {
  const cards = new Map(useAtomValue(shownOrderAtom).map((card) => [card.id, card]))
  return (
    <section aria-label="Your slip">
      <h2 className={styles.slipHead}>Your slip, and our side of each line</h2>
      <ol className={styles.slip}>
        {rows.map((row) => (
          <li key={row.key}>
            <b>{row.name}</b> {summaryOf(row)}
            <b className="u-fig">{numberOf(cards.get(`${PICTURE_LINE}${row.key}`))}</b>
          </li>
        ))}
      </ol>
    </section>
  )
}
