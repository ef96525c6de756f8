import type { FreeSample, Slate } from '@propsight/shared/contracts'
import {
  confidencePercent,
  gradeConfidence,
  marketLabel,
  type SportCode,
  shownMarketsOf,
} from '@propsight/shared/domain'
import { clockText, countText, formatSigned } from '@propsight/shared/format'
import { Call, LineBars, Panel, Probability, ProbabilityTrack, Skeleton } from '@propsight/shared/ui'
import { noCallText } from '../../state/ranked-line.ts'
import styles from './slate.module.css'
import { useFreeSamples } from './use-slate.ts'

const ALL = 'All Stat Lines'

function Sample({ sample }: { sample: FreeSample }) {
  const { line, side, chance, low, high, push, offer, lastTen, position } = sample
  const percent = confidencePercent(chance)
  const shown = {
    percent,
    low: confidencePercent(low),
    high: confidencePercent(high),
    push: confidencePercent(push),
    grade: gradeConfidence(percent, 'card'),
  }
  const expected = offer?.expected ?? null
  return (
    <>
      <div className={styles.who}>
        <b>{line.name}</b>
        <span>
          {[
            position,
            `${line.team} ${line.homeAway === 'AWAY' ? '@' : 'vs'} ${line.opponent}`,
            clockText(line.gameTime),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {side ? <Call side={side} line={line.line} /> : <span>{noCallText(line.line, 'OVER')}</span>}
      <div className={styles.price}>
        {offer?.price ? (
          <>
            <b className="u-fig">{formatSigned(offer.price.odds, 0)}</b>
            <span>{offer.price.book}</span>
          </>
        ) : (
          <span>no price</span>
        )}
      </div>
      <div className={styles.chance}>
        <Probability {...shown} />
        <ProbabilityTrack {...shown} side={side ?? 'OVER'} breakEven={offer && 100 * offer.breakEven} />
      </div>
      <div className={styles.value}>
        <b className="u-fig">{expected === null ? '—' : `${formatSigned(100 * expected)}%`}</b>
        <span>expected</span>
      </div>
      <LineBars values={lastTen} line={line.line} side={side} className={styles.bars ?? ''} />
    </>
  )
}

/**
 * One free line per market, with the number that its paid board shows. Which line it is does not depend on how good it
 * is.
 */
export function FreeSamplesPanel({ slate, sport }: { slate: Slate; sport: SportCode }) {
  // While the book cannot be read: the rows that its lines will have.
  const known = slate.lines?.markets ?? shownMarketsOf(sport).map((market) => ({ market, lines: null }))
  const markets = known.filter(({ market, lines }) => market !== ALL && lines !== 0)
  const samples = useFreeSamples(sport, slate.lines !== null && markets.length > 0)
  if (markets.length === 0) return null
  return (
    <Panel
      title="Free today"
      className={styles.part}
      actions={
        <span className={styles.note}>
          One line of each market in full, chosen by its game, not by its value
        </span>
      }
    >
      <ul className={styles.samples} aria-label="Free lines">
        {markets.map(({ market, lines }) => {
          const sample = samples?.find((each) => each.market === market)
          return (
            <li key={market}>
              <div className={styles.market}>
                <b>{marketLabel(market)}</b>
                <span>{lines !== null && countText(lines, 'line')}</span>
              </div>
              {sample && <Sample sample={sample} />}
              {!sample && (
                <span className={styles.missing}>
                  {samples ? 'No number for a line of this market yet' : <Skeleton height={20} />}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
