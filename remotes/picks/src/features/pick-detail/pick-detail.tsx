import type { Pick, PickRow, ShellApi, TrackLeg } from '@propsight/shared/contracts'
import { gradeEra, gradeOver, headToHeadLabel, marketLabel, sideRate } from '@propsight/shared/domain'
import { momentText, zoneText } from '@propsight/shared/format'
import { Button, Dialog } from '@propsight/shared/ui'
import { ShareButtons, type SharedCard } from '../../components/share.tsx'
import { useClock } from '../../state/clock.ts'
import {
  breakEvenOf,
  countsText,
  firstPitchText,
  gameText,
  marketText,
  timeLeft,
} from '../../state/pick-text.ts'
import { savedPriceText } from '../../state/price-text.ts'
import { DetailSection, Facts, missingReason, Reason } from './detail-section.tsx'
import { ForecastCall, ForecastFacts } from './forecast.tsx'
import { Games } from './games.tsx'
import styles from './pick-detail.module.css'
import { useLaterParts } from './use-later-parts.ts'
import { Stadium, Weather } from './weather.tsx'

/**
 * The engine's exact figures. They replace the specified simulation and heat map, which are shown as absent
 * (P6).
 */
function Analytics({ pick }: { pick: Pick }) {
  const analytics = pick.advancedAnalytics
  const side = pick.bettingAnalysis.recommendation
  const { rate } = sideRate(pick.sample, side)
  const over = analytics?.probabilityOver ?? 0
  // The difference of rounded percentages may differ by one from the rounded chance of the under.
  const chance = pick.confidence ?? (side === 'UNDER' ? 100 - over - (pick.forecast?.push ?? 0) : over)
  return (
    <DetailSection title="Advanced analytics">
      {analytics ? (
        <Facts
          facts={[
            {
              label: `Chance of the ${side.toLowerCase()}`,
              value: `${Math.round(chance)}%`,
              grade: gradeOver(chance),
            },
            {
              label: 'Expected',
              value: analytics.expectedValue.toFixed(1),
              note: marketLabel(pick.statType),
            },
            { label: 'Last five', value: analytics.last5Games.join(', ') || null, note: 'oldest first' },
            {
              label: 'Hit rate',
              value: rate === null ? null : `${Math.round(100 * rate)}%`,
              note: rate === null ? missingReason(pick, 'overHitPercentage') : null,
            },
            { label: 'Simulations', value: null, note: 'the chance is exact' },
            { label: 'Current zone', value: null, note: 'no heat map is read' },
          ]}
        />
      ) : (
        <Reason>{missingReason(pick, 'advancedAnalytics')}</Reason>
      )}
    </DetailSection>
  )
}

/** The player's averages per game of this season. */
function Averages({ pick }: { pick: Pick }) {
  const averages = Object.entries(pick.actualAverages ?? {})
  return (
    <DetailSection title="Averages" hint={averages.length > 0 && 'a game, this season'}>
      {averages.length > 0 ? (
        <Facts facts={averages.map(([label, value]) => ({ label, value: value.toFixed(2) }))} />
      ) : (
        <Reason>{missingReason(pick, 'actualAverages')}</Reason>
      )}
    </DetailSection>
  )
}

const TEXTS = [
  ['Recent form', 'recentForm'],
  ['Injury impact', 'injuryImpact'],
  ['Defensive analysis', 'defensiveAnalysis'],
] as const

/** The parts that are texts instead of figures. */
const TextSections = ({ pick }: { pick: Pick }) =>
  TEXTS.map(([title, part]) => (
    <DetailSection key={part} title={title}>
      {pick[part] ? <p>{pick[part]}</p> : <Reason>{missingReason(pick, part)}</Reason>}
    </DetailSection>
  ))

const SOURCES: Record<Pick['source'], string> = {
  sample: 'Sample data',
  replay: 'Replayed data',
  live: 'Live data',
}

/** Data source, game window and engine: 'Sample data · window of 10 games · engine 2026.11.22'. */
export function sourceText({ source, sample, forecast }: Pick): string {
  const engine = forecast?.engine ? `engine ${forecast.engine}` : null
  return [SOURCES[source], `window of ${sample.window} games`, engine].filter(Boolean).join(' · ')
}

export interface PickDetailProps {
  shell: ShellApi
  row: PickRow
  leg: TrackLeg | undefined
  onDelete(): void
  onClose(): void
}

/** 'MLB · CIN @ COL · Jul 18, 2026, 7:05 PM'. A time read from a picture may be any text. */
function placeText(row: PickRow): string {
  const where = row.pick ? gameText(row) : null
  return [row.sport, where, firstPitchText(row, momentText)].filter(Boolean).join(' · ')
}

const LATER_NAMES = {
  weather: 'weather',
  opposingPitcher: 'opposing pitcher',
  batterVsPitcherHistory: 'batter vs pitcher',
}

/** 'weather, opposing pitcher'. */
const laterText = (later: ReturnType<typeof useLaterParts>): string =>
  Object.entries(LATER_NAMES)
    .flatMap(([part, name]) => (part in later ? [name] : []))
    .join(', ')

const PERCENT = 100

/** A saved pick as others see it: side, line, market, game, price and probability of the time when it was saved. */
export function pickCard(row: PickRow, leg: TrackLeg | undefined): SharedCard {
  const { pick, betting_recommendation: side, betting_line: line, player_name: player, confidence } = row
  const call = side && line !== null ? `${side === 'OVER' ? 'Over' : 'Under'} ${line} ` : ''
  const forecast = pick?.forecast
  const even = pick && breakEvenOf(pick)
  const counts = countsText(row)
  return {
    name: 'propsight-pick',
    title: player,
    lines: [
      `${call}${marketText(row)}`,
      [gameText(row), firstPitchText(row, momentText)].filter(Boolean).join(' · '),
      ...(leg ? [savedPriceText(leg)] : []),
      ...(counts ? [`Last games: ${counts}`] : []),
    ],
    probability:
      forecast && confidence !== null
        ? {
            percent: Math.round(confidence),
            low: forecast.low,
            high: forecast.high,
            breakEven: even && PERCENT * even,
            digits: 0,
          }
        : null,
    at: row.created_at,
    path: `/scanner?${new URLSearchParams({ q: player })}`,
  }
}

const SavedAt = ({ row }: { row: PickRow }) => {
  const remaining = useClock((now) => timeLeft(row.expires_at, now))
  return (
    <p className={styles.kept}>
      {placeText(row)}
      <br />
      Saved {momentText(row.created_at)} · {remaining} · times in{' '}
      {zoneText([row.pick?.gameTime ?? null, row.created_at])}
    </p>
  )
}

/** The opposing pitcher's season. */
function OpposingPitcher({ pick }: { pick: Pick }) {
  const pitcher = pick.opposingPitcher
  if (!pitcher)
    return (
      <DetailSection title="Opposing Pitcher">
        <Reason>{missingReason(pick, 'opposingPitcher')}</Reason>
      </DetailSection>
    )
  const { wins, losses, handedness } = pitcher
  const decisions = wins === null || losses === null ? null : `${wins}–${losses}`
  return (
    <DetailSection
      title="Opposing Pitcher"
      hint={[handedness && `${handedness}HP`, pitcher.team].filter(Boolean).join(' · ')}
    >
      <p>
        <b>{pitcher.name}</b>
      </p>
      <Facts
        facts={[
          { label: 'ERA', value: pitcher.era, grade: gradeEra(pitcher.era) },
          { label: 'WHIP', value: pitcher.whip },
          { label: 'Strikeouts', value: pitcher.strikeOuts },
          { label: 'Wins–losses', value: decisions, note: decisions ? null : 'not given by the source' },
          { label: 'K/9', value: pitcher.strikeOutsPer9 },
          { label: 'H/9', value: pitcher.hitsPer9 },
        ]}
      />
    </DetailSection>
  )
}

/** The batter's earlier results against this pitcher. */
function VersusPitcher({ pick }: { pick: Pick }) {
  const history = pick.batterVsPitcherHistory
  if (!history)
    return (
      <DetailSection title="Batter vs pitcher">
        <Reason>{missingReason(pick, 'batterVsPitcherHistory')}</Reason>
      </DetailSection>
    )
  const word = headToHeadLabel(history)
  return (
    <DetailSection title="Batter vs pitcher" hint={word}>
      <p>{history.atBats === 0 ? 'No past at-bats.' : `${history.hits} for ${history.atBats} so far.`}</p>
      <Facts
        facts={[
          { label: 'AVG', value: history.avg, note: word },
          { label: 'At-bats', value: history.atBats },
          { label: 'Hits', value: history.hits },
          { label: 'Home runs', value: history.homeRuns },
          { label: 'Walks', value: history.baseOnBalls },
          { label: 'Strikeouts', value: history.strikeOuts },
        ]}
      />
    </DetailSection>
  )
}

/** Everything a saved pick contains, what is known since, and a reason for each part that still is missing (P6). */
export function PickDetail({ shell, row, leg, onDelete, onClose }: PickDetailProps) {
  const later = useLaterParts(shell, row, leg)
  const pick = row.pick && { ...row.pick, ...later }
  return (
    <Dialog
      open
      onClose={onClose}
      title={row.player_name}
      size="wide"
      footer={
        <>
          <ShareButtons card={pickCard(row, leg)} />
          <Button variant="go" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={styles.detail}>
        <SavedAt row={row} />
        <ForecastCall row={row} leg={leg} />
        <ForecastFacts row={row} leg={leg} />
        <DetailSection title="Reasoning">
          {row.reasoning ? <p>{row.reasoning}</p> : <Reason>None was saved.</Reason>}
        </DetailSection>
        {pick ? (
          <>
            <Games pick={pick} />
            <Analytics pick={pick} />
            <Averages pick={pick} />
            <Weather pick={pick} />
            <Stadium pick={pick} />
            <OpposingPitcher pick={pick} />
            <VersusPitcher pick={pick} />
            <TextSections pick={pick} />
            <p className={styles.small}>{sourceText(pick)}</p>
            {Object.keys(later).length > 0 && (
              <p className={styles.small} role="status">
                Read now, not when the pick was saved: {laterText(later)}.
              </p>
            )}
          </>
        ) : (
          <Reason>This pick was saved without its details.</Reason>
        )}
        {/* Away from Close: a slip of the thumb must not delete. */}
        <p className={styles.delete}>
          <Button variant="bad" onClick={onDelete}>
            Delete pick
          </Button>
        </p>
      </div>
    </Dialog>
  )
}
