import type { SampleSeason } from '@propsight/league'
import { findStatType } from '@propsight/shared/domain'
import { type BattingRow, known, type PitchingRow, type Season } from '../read/season.ts'
import type { Engine } from '../score/cases.ts'
import type { SeasonState } from '../walk/season-state.ts'
import { type WalkDay, walk } from '../walk/walk.ts'
import { type EngineChances, engineChances } from './engine-methods.ts'
import { earlierSeasonsOf, seasonOf } from './season-of.ts'
import { type KnownLine, simulateTrueLines } from './true-lines.ts'

/**
 * Weight of the base rate in starts, and number of recent starts; the same values as in score/baselines.ts.
 */
const SHRINK_STARTS = 60
const RECENT = 10

export interface LineBaselines {
  /** Share of overs in all starts of all players so far. */
  readonly base: number
  /** Share of overs in the player's last ten starts. */
  readonly lastTen: number
  /** (overs + 60 · base) / (starts + 60) over all starts of the player. */
  readonly season: number
}

const overs = (values: readonly number[], line: number): number =>
  values.reduce((sum, value) => sum + (value > line ? 1 : 0), 0)

/**
 * Baseline probabilities of over for one line.
 * @param own values of the player's starts, oldest first; at least one
 * @param allStarts values of all players' starts; at least one
 */
export function lineBaselines(
  own: readonly number[],
  allStarts: readonly number[],
  line: number,
): LineBaselines {
  const base = overs(allStarts, line) / allStarts.length
  const recent = own.slice(-RECENT)
  return {
    base,
    lastTen: overs(recent, line) / recent.length,
    season: (overs(own, line) + SHRINK_STARTS * base) / (own.length + SHRINK_STARTS),
  }
}

/** One line with its true probability and the probabilities of all methods. */
export type JudgedLine = KnownLine & LineBaselines & EngineChances

/** Minimum number of earlier starts of a judged player, as in the backtest on seasons. */
const STARTS = 10

/** Values of all starts so far by stat and player; those of all players under `null`. */
class Starts {
  readonly #values = new Map<string, Map<string | null, number[]>>()
  readonly #season: Season

  constructor(season: Season) {
    this.#season = season
  }

  of(stat: string, player: string | null): readonly number[] {
    const byPlayer = this.#values.get(stat) ?? this.#read(stat)
    this.#values.set(stat, byPlayer)
    return byPlayer.get(player) ?? []
  }

  #read(stat: string): Map<string | null, number[]> {
    const type = findStatType(stat)
    const values = new Map<string | null, number[]>([[null, []]])
    const add = <R extends BattingRow | PitchingRow>(
      rows: readonly R[],
      value: (row: R) => number | null,
    ) => {
      for (const row of rows) {
        if (!row.started) continue
        const own = values.get(row.playerId) ?? []
        values.set(row.playerId, own)
        const count = known(value(row))
        own.push(count)
        values.get(null)?.push(count)
      }
    }
    if (type?.group === 'hitting') add(this.#season.batting, type.value)
    if (type?.group === 'pitching') add(this.#season.pitching, type.value)
    return values
  }
}

/**
 * All judged lines of a sample season's day, with the true probability and those of all methods.
 * @param games number of simulations of each game for the true probabilities
 */
export function judgeDay(sample: SampleSeason, engine: Engine, games: number): JudgedLine[] {
  const season = seasonOf(sample)
  const range = { from: sample.day, to: sample.day }
  const judged: JudgedLine[] = []
  // A state is that of the morning during the visit only.
  walk({ ...season, earlier: earlierSeasonsOf(sample) }, range, ({ state: withEarlier }) =>
    walk(season, range, (today) => {
      for (const line of judgeLines(sample, season, { engine, games, today, withEarlier })) judged.push(line)
    }),
  )
  return judged
}

interface JudgedMorning {
  readonly engine: Engine
  /** Simulations of each game. */
  readonly games: number
  readonly today: WalkDay
  readonly withEarlier: SeasonState
}

function judgeLines(
  sample: SampleSeason,
  season: Season,
  { engine, games, today, withEarlier }: JudgedMorning,
): JudgedLine[] {
  const starts = new Starts(season)
  const judged: JudgedLine[] = []
  const lines = simulateTrueLines(sample, games).filter(
    ({ stat, playerId }) => starts.of(stat, playerId).length >= STARTS,
  )
  const players = Map.groupBy(lines, ({ gameId, playerId, slot }) => `${gameId}|${playerId}|${slot === null}`)
  for (const own of players.values()) {
    const game = today.games.get(own[0]?.gameId ?? '')
    if (!game) continue
    const engineResults = engineChances(engine, { state: today.state, withEarlier, game }, own)
    for (const [at, line] of own.entries()) {
      const chances = engineResults[at]
      const { stat, playerId } = line
      const baselines = lineBaselines(starts.of(stat, playerId), starts.of(stat, null), line.line)
      if (chances) judged.push({ ...line, ...baselines, ...chances })
    }
  }
  return judged
}
