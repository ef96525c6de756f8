import type { GameLogRecord, Line, StatForecastWire } from '@propsight/shared/contracts'

type PlayerLine = Partial<Line> & { name: string }

/** A line of an invented player with typical values, overridden by `line`. */
export const aLine = (line: PlayerLine): Line => {
  const full = {
    team: 'SEA',
    position: 'LF',
    line: 1.5,
    opponent: 'TEX',
    homeAway: 'HOME' as const,
    gameTime: '2026-07-19T01:40:00Z',
    id: `line-${line.name}-${line.line ?? 1.5}-${line.oddsType ?? 'standard'}`,
    statType: 'Hits',
    oddsType: 'standard' as const,
    gameId: 'game-1',
    combo: false,
    promo: false,
    regularLine: null,
    ...line,
  }
  return { stats: `${full.line} More ${full.statType}`, ...full }
}

const day = (index: number): string => new Date(Date.UTC(2026, 5, 1 + index)).toISOString().slice(0, 10)

let nextId = 600_000

/** A forecast from P(≥ 1), P(≥ 2), … of a market. The interval is ten percentage points lower and higher. */
export const aForecast = (stat: string, ...chances: number[]): StatForecastWire => {
  const shifted = (by: number) => ({
    least: 0,
    atLeast: [1, ...chances.map((chance) => Math.max(0, chance + by))],
  })
  const band = { distribution: shifted(0), low: shifted(-0.1), high: shifted(0.1) }
  return {
    stat,
    ...band,
    shown: { ...band, basis: 'line', prices: [] },
    mean: chances.reduce((sum, chance) => sum + chance, 0),
  }
}

type RecordFields = Pick<
  Extract<GameLogRecord, { type: 'player' }>,
  'forecasts' | 'forecastMissing' | 'engine' | 'forecastGame' | 'otherGames' | 'tonight' | 'availability'
>

/** The record of a batter with these hits per game, oldest first, and optional engine fields. */
export const aBatter = (name: string, hits: readonly number[], fields: RecordFields = {}): GameLogRecord => {
  nextId += 1
  return {
    ...fields,
    type: 'player',
    name,
    team: 'SEA',
    group: 'hitting',
    personId: nextId,
    fullName: name,
    position: 'LF',
    batSide: 'R',
    pitchHand: 'R',
    games: hits.map((value, index) => ({
      date: day(index),
      gamePk: 700_000 + index,
      opponent: 'TEX',
      homeAway: index % 2 ? ('HOME' as const) : ('AWAY' as const),
      plateAppearances: 4,
      atBats: 4,
      hits: value,
      doubles: 0,
      triples: 0,
      homeRuns: 0,
      runs: 0,
      rbi: 0,
      baseOnBalls: 0,
      hitByPitch: 0,
      stolenBases: 0,
      strikeOuts: 1,
    })),
  }
}

/** The record of a batter whose source lacks runs. */
export const withoutRuns = (record: GameLogRecord): GameLogRecord =>
  record.type === 'player'
    ? { ...record, games: record.games.map((game) => ({ ...game, runs: null })) }
    : record

export const missing = (name: string, reason: 'unknown player' | 'ambiguous name' | 'upstream failed') =>
  ({ type: 'missing', name, team: 'SEA', group: 'hitting', reason }) satisfies GameLogRecord

export const start = (total: number) => ({ type: 'start', total, season: 2026 }) satisfies GameLogRecord

export const end = (players: number, missed = 0) =>
  ({
    type: 'end',
    players,
    missing: missed,
    readAt: '2026-07-18T17:00:00Z',
    stale: false,
  }) satisfies GameLogRecord
