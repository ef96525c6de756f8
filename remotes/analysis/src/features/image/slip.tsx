import { confidencePercent, gradeConfidence } from '@propsight/shared/domain'
import { Panel, Probability, ProbabilityTrack } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { boardAtom } from '../../state/board.ts'
import { forecastOfSide, PICTURE_LINE, type RankedLine } from '../../state/ranked-line.ts'
import styles from './image.module.css'
import { type DraftRow, summaryOf } from './picture-rows.ts'

const PERCENT = 100

/** The engine's probability of the side that the slip has. */
function SlipNumber({ side, card }: { side: NonNullable<DraftRow['side']>; card: RankedLine }) {
  if (!card.forecast) return <span className="u-dim">No probability: {card.noForecast}</span>
  const { chance, low, high, push } = forecastOfSide(card.forecast, side)
  const percent = confidencePercent(chance)
  const shown = {
    percent,
    low: confidencePercent(low),
    high: confidencePercent(high),
    push: confidencePercent(push),
    grade: gradeConfidence(percent, 'card'),
  }
  const breakEven = card.offer && card.call === side ? PERCENT * card.offer.breakEven : null
  return (
    <>
      <Probability {...shown} />
      <ProbabilityTrack {...shown} side={side} breakEven={breakEven} />
    </>
  )
}

/** The slip as the user entered it, in its own order and sides, with the engine's number beside each row. */
export function Slip({ rows }: { rows: readonly DraftRow[] }) {
  const { ranked, places, unranked } = useAtomValue(boardAtom)
  const cards = new Map(
    [
      ...ranked,
      ...places.flatMap(({ card }) => card ?? []),
      ...unranked.flatMap(({ card }) => card ?? []),
    ].map((card) => [card.id, card]),
  )
  return (
    <Panel title="Your slip">
      <ol className={styles.slip}>
        {rows.map((row) => {
          const card = cards.get(`${PICTURE_LINE}${row.key}`)
          return (
            <li key={row.key}>
              <span>
                <b>{row.name}</b> {summaryOf(row)}
              </span>
              <span className={styles.slipNumber}>
                {card && row.side ? <SlipNumber side={row.side} card={card} /> : '—'}
              </span>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
