import { BestPrice, Extension, useShell } from '@propsight/shared/client'
import type { ProbablePitcher } from '@propsight/shared/contracts'
import { asShown, gradeEra, OPENER_NOTE, type PitcherStat } from '@propsight/shared/domain'
import { clockText, formatSigned } from '@propsight/shared/format'
import { cx, Tag } from '@propsight/shared/ui'
import type { PitcherSignal } from '../../scoring/signal.ts'
import type { PitcherRow } from '../../state/rows.ts'
import styles from './marks.module.css'

/** Number of filled steps per signal, of three. */
export const SIGNAL_STEPS: Readonly<Record<PitcherSignal, number>> = { 'N/A': 0, LOW: 1, MEDIUM: 2, HIGH: 3 }
const PLACES = [1, 2, 3]

/** The signal as three steps and its text. */
export const SignalSteps = ({ signal }: { signal: PitcherSignal }) => (
  <span className={cx(styles.signal, signal === 'HIGH' && styles.strong)}>
    <span className={styles.steps} aria-hidden="true">
      {PLACES.map((place) => (
        <i key={place} className={cx(place <= SIGNAL_STEPS[signal] && styles.filled)} />
      ))}
    </span>
    {signal}
  </span>
)

/** 'CLE @ KC', or 'KC vs CLE' for the home team. */
export const gameText = ({ teamAbbr, oppAbbr, home }: ProbablePitcher): string =>
  `${teamAbbr} ${home ? 'vs' : '@'} ${oppAbbr}`

/** 'LHP' or 'RHP'; 'P' when the hand is unknown. */
export const handText = ({ hand }: ProbablePitcher): string => (hand ? `${hand}HP` : 'P')

/** First pitch, unless the schedule has only a placeholder time. */
const startText = ({ startTimeTbd, gameTime }: ProbablePitcher): string =>
  startTimeTbd ? 'time not set' : clockText(gameTime)

/** Pitcher with a link to his lines, throwing hand, game, first pitch, and the mark of an opener. */
export function PitcherCell({ pitcher, note }: { pitcher: ProbablePitcher; note?: 'opener' | undefined }) {
  const shell = useShell()
  const { name } = pitcher
  return (
    <span className={styles.who}>
      <b>
        <Extension
          shell={shell}
          name="analysis/player-link"
          props={{ name, stat: 'Pitcher Strikeouts' }}
          fallback={name}
        />
        {note && (
          <>
            {' '}
            <Tag small tone="mid" title={OPENER_NOTE}>
              Opener
            </Tag>
          </>
        )}
      </b>
      <span title={pitcher.venueName}>
        {handText(pitcher)} · {gameText(pitcher)} · {startText(pitcher)}
      </span>
    </span>
  )
}

/** The weather at first pitch, by the weather remote. */
export function WeatherMark({ pitcher }: { pitcher: ProbablePitcher }) {
  const shell = useShell()
  const { home, teamAbbr, oppAbbr, gameTime, startTimeTbd, venueName } = pitcher
  const props = {
    homeTeam: home ? teamAbbr : oppAbbr,
    gameTime: startTimeTbd ? null : gameTime,
    stadium: venueName,
  }
  return <Extension shell={shell} name="weather/mark" props={props} className={styles.weather} />
}

/** Markets of the two kinds of sections, as in `findStatType`. */
const MARKETS: Readonly<Record<PitcherStat, string>> = {
  strikeouts: 'Pitcher Strikeouts',
  'hits-allowed': 'Hits Allowed',
}

interface OverPriceProps {
  pitcher: ProbablePitcher
  stat: PitcherStat
  line: number
}

/** The best price of the over at sportsbooks, by the scanner. */
export const OverPrice = ({ pitcher: { id, name, gamePk }, stat, line }: OverPriceProps) => (
  <BestPrice
    shell={useShell()}
    personId={id}
    player={name}
    stat={MARKETS[stat]}
    line={line}
    side="OVER"
    gamePk={gamePk}
    className={styles.price}
  />
)

const WIDTH = 72
const HEIGHT = 16
/** End of the scale, which covers z from −3 to +3. */
const SCALE_END = 3
const MIDDLE = WIDTH / 2
const MIN_BAR = 1

/** The edge z as a bar from 0, over to the right and under to the left, with its figure. */
export function ZBar({ z, reason, bare = false }: { z: number | null; reason: string; bare?: boolean }) {
  if (z === null) return <Dash reason={reason} />
  const length = Math.max(MIN_BAR, (Math.abs(z) / SCALE_END) * MIDDLE)
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

/** The edge z with the best price of the over at the line below it: no other column is as wide. */
export function EdgeCell({ row: { assessment, pitcher, stat, why } }: { row: PitcherRow }) {
  const { line, z } = assessment
  if (line === null) return <Dash reason={why.line} />
  return (
    <span className={styles.edge}>
      <ZBar z={z} reason={why.projected} />
      <OverPrice pitcher={pitcher} stat={stat} line={line} />
    </span>
  )
}

/** Whole percent of a share between 0 and 1. */
export const percentText = (share: number): string => `${Math.round(share * 100)}%`

const EVEN_PERCENT = 50
const toPercent = (share: number): number => Math.round(share * 100)

/**
 * The engine's chance of the over with its interval. Goblin lines can only be played as More, so an unlikely
 * over is shown with its low chance, and the under is never recommended.
 */
export function EngineCell({ row: { engine, why } }: { row: PitcherRow }) {
  if (!engine) return <Dash reason={why.engine} />
  const interval = `${toPercent(engine.low)}–${toPercent(engine.high)}`
  const push = engine.push > 0 ? `, ${percentText(engine.push)} to land on the line` : ''
  return (
    <span
      className={styles.engine}
      title={`Over ${percentText(engine.over)}, 80% interval ${interval}${push}`}
    >
      <b
        className={cx('u-fig', styles.chance, toPercent(engine.over) >= EVEN_PERCENT ? 'u-over' : 'u-muted')}
      >
        <span aria-hidden="true">▲</span>
        <span className="u-vh">Over</span> {percentText(engine.over)}
      </b>
      <span className={styles.interval}>{interval}</span>
      {engine.disagrees && (
        <Tag outlined small title="The engine and the projection favor different sides">
          disagrees
        </Tag>
      )}
    </span>
  )
}

/** CSS class of an ERA's grade; undefined for an average or unknown ERA. */
export function eraGrade(era: number | null): string | undefined {
  const grade = gradeEra(era)
  return grade ? `u-${grade}` : undefined
}

/** Em dash for a missing number, with the reason as tooltip and for screen readers. */
export const Dash = ({ reason }: { reason: string }) => (
  <span className="u-dim" title={reason}>
    <span aria-hidden="true">—</span>
    <span className="u-vh">{reason}</span>
  </span>
)

interface FigureProps {
  value: number | null
  digits: number
  reason: string
  className?: string | undefined
}

/** A figure, or a dash with the reason. */
export const Figure = ({ value, digits, reason, className }: FigureProps) =>
  value === null ? (
    <Dash reason={reason} />
  ) : (
    <span className={className}>{asShown(value, digits).toFixed(digits)}</span>
  )
