import type { PitcherFacts, PitcherStart, ProbablePitcher } from '@propsight/shared/contracts'
import { lineForecast, listOpponentSeasons, type PitcherStat } from '@propsight/shared/domain'
import { assessPitcher } from '../scoring/assess-pitcher.ts'
import { findLine, type LineMap, type MappedLine, PREFERRED_ODDS_TYPE } from '../scoring/line-map.ts'
import { recentStarts } from '../scoring/projection.ts'
import type { Assessed } from '../scoring/section-rules.ts'
import { engineDisagrees } from '../scoring/signal.ts'
import type { Day, DayEntry } from './day.ts'
import type { Failure } from './failure.ts'

/** State of the lines of one market. */
export interface StatLines {
  /** Null until they are read. */
  readonly map: LineMap | null
  /** Number of pitchers whose lines are beyond the limit of the request. */
  readonly leftOut: number
  /** Number of lines that could not be read. */
  readonly unread: number
  /** Read time, ISO 8601. */
  readonly readAt: string | null
  /** Failure after all retries; another attempt follows. */
  readonly failure: Failure | null
}
export type Lines = Readonly<Record<PitcherStat, StatLines>>

/** The two category names of each market. Requests use the second; the storage key contains both (H5). */
export const CATEGORIES: Readonly<Record<PitcherStat, readonly [string, string]>> = {
  strikeouts: ['Pitcher Strikeouts', 'Strikeouts'],
  'hits-allowed': ['Pitcher Hits Allowed', 'Hits Allowed'],
}

/** The engine's forecast at a goblin line, which can only be played as More. Chances are 0 to 1. */
export interface EngineView {
  readonly over: number
  readonly low: number
  readonly high: number
  readonly push: number
  readonly disagrees: boolean
}

/**
 * One pitcher in one market: facts, result of the rules, the engine's forecast, and reasons for missing
 * values.
 */
export interface PitcherRow extends Assessed {
  readonly id: number
  readonly stat: PitcherStat
  readonly pitcher: ProbablePitcher
  readonly facts: PitcherFacts
  readonly starts: readonly PitcherStart[]
  readonly engine: EngineView | null
  readonly why: {
    readonly line: string
    readonly engine: string
    readonly projected: string
    readonly opponent: string
  }
}

function engineOf(facts: PitcherFacts, offered: MappedLine | null, z: number | null): EngineView | null {
  if (!facts.forecast || offered === null) return null
  const offer = { line: offered.line, oddsType: PREFERRED_ODDS_TYPE }
  const { chance: over, low, high, push } = lineForecast(facts.forecast, offer, 'OVER')
  return { over, low, high, push, disagrees: engineDisagrees(z, over, 1 - over - push) }
}

interface LineOrReason {
  readonly offered: MappedLine | null
  readonly reason: string
}

function lineOf({ pitcher }: DayEntry, { map, failure }: StatLines): LineOrReason {
  if (!map)
    return { offered: null, reason: failure ? 'The lines could not be loaded' : 'The lines are loading' }
  const found = findLine(map, pitcher.name, pitcher.teamAbbr)
  return found.line === null ? { offered: null, reason: found.reason } : { offered: found, reason: '' }
}

function buildRow(
  entry: DayEntry,
  facts: PitcherFacts,
  stat: PitcherStat,
  lines: StatLines,
  season: number,
): PitcherRow {
  const { pitcher } = entry
  const { offered, reason } = lineOf(entry, lines)
  const line = offered?.line ?? null
  const assessment = assessPitcher(stat, {
    recent: facts.recent,
    vsOpponent: facts.vsOpponent,
    per9: stat === 'strikeouts' ? facts.season.strikeOutsPer9 : facts.season.hitsPer9,
    venueName: pitcher.venueName,
    line,
  })
  const engine = engineOf(facts, offered, assessment.z)
  const first = listOpponentSeasons(season).at(-1) ?? season
  return {
    id: pitcher.id,
    name: pitcher.name,
    stat,
    pitcher,
    facts,
    assessment,
    engine,
    starts: recentStarts(facts.recent),
    why: {
      line: reason,
      engine: line === null ? reason : (facts.forecastMissing ?? 'The engine has no forecast'),
      projected: 'No starts this season, and none against this opponent',
      opponent: facts.missingSeasons?.length
        ? `No starts against ${pitcher.oppAbbr} found; ${facts.missingSeasons.join(', ')} could not be read`
        : `No starts against ${pitcher.oppAbbr} since ${first}`,
    },
  }
}

/** The rows of all pitchers with facts of this market, not ranked. */
export function rowsOf(day: Day, stat: PitcherStat, lines: StatLines): PitcherRow[] {
  const season = Number(day.date.slice(0, 4))
  return (day.entries ?? []).flatMap((entry) => {
    const facts = entry.facts[stat]
    return facts ? [buildRow(entry, facts, stat, lines, season)] : []
  })
}

/** A pitcher's row in a table that is still loading. */
export interface Place {
  readonly id: number
  readonly pitcher: ProbablePitcher
  /** Null until the facts are read. */
  readonly row: PitcherRow | null
}

/**
 * All pitchers that have a line or may have one, in the order of the schedule. The order is stable while
 * facts load; the list is ranked only when it is complete. Pitchers whose facts could not be read are left
 * out.
 */
export function keepEqualRows(
  day: Day,
  stat: PitcherStat,
  lines: StatLines,
  rows: readonly PitcherRow[],
): Place[] {
  const loaded = new Map(rows.map((row) => [row.id, row]))
  const failed = new Set(day.missing.filter(({ phase }) => phase === stat).map(({ id }) => id))
  return (day.entries ?? []).flatMap((entry) => {
    const { pitcher } = entry
    const row = loaded.get(pitcher.id) ?? null
    const mayHaveLine = lines.map ? lineOf(entry, lines).offered !== null : lines.failure === null
    return mayHaveLine && (row || !failed.has(pitcher.id)) ? [{ id: pitcher.id, pitcher, row }] : []
  })
}
