import { defineAnswers, ndjson } from '@propsight/harness'
import {
  type FetchLinesResponse,
  fetchLinesQuery,
  type Line,
  type PitcherFacts,
  type PitcherPhase,
  type PitcherRecord,
  type PitcherStart,
  type ProbablePitcher,
  pitchersQuery,
} from '@propsight/shared/contracts'
import { easternDate } from '@propsight/shared/domain'
import { ENGINE_VERSION } from '@propsight/shared/domain/engine'

const DAY_MS = 86_400_000
const REST_DAYS = 5
/**
 * Invented pitchers: with accents, a suffix, an apostrophe, a hyphen. The last is a debutant without a line.
 */
const NAMES = [
  'Marek Vandersloot',
  'Owen Castellane',
  'Hideo Marumoto',
  'Rafael Duarte-Pinto',
  'Silas Broome',
  'Trent Abernathy',
  'José Güemes',
  "Dal O'Keefe",
  'Wes Lindqvist Jr.',
  'Arlo Pineda',
]
const CLUBS = ['CLE', 'KC', 'SD', 'SF', 'DET', 'MIN', 'ATL', 'PHI', 'CIN', 'COL']
const VENUES = ['Kauffman Stadium', 'Oracle Park', 'Target Field', 'Citizens Bank Park', 'Coors Field']
const DEBUTANT = NAMES.length - 1

/**
 * Pseudo-random number from 0 to 1, constant per pitcher and game, so that a reload shows the same numbers.
 */
function chance(pitcher: number, game: number): number {
  const wave = Math.sin(pitcher * 127.1 + game * 311.7) * 43_758.5453
  return wave - Math.floor(wave)
}

export const pitchersOf = (date: string): ProbablePitcher[] =>
  NAMES.map((name, index) => {
    const other = index % 2 ? index - 1 : index + 1
    return {
      id: 600_001 + index,
      name,
      teamId: 101 + index,
      teamAbbr: CLUBS[index] ?? 'CLE',
      teamName: CLUBS[index] ?? 'CLE',
      oppId: 101 + other,
      oppAbbr: CLUBS[other] ?? 'KC',
      oppName: CLUBS[other] ?? 'KC',
      home: index % 2 === 1,
      gameTime: `${date}T23:10:00Z`,
      gamePk: 700_000 + Math.floor(index / 2),
      venueName: VENUES[Math.floor(index / 2)] ?? 'Coors Field',
      hand: index % 3 ? 'R' : 'L',
    }
  })

function startsOf(pitcher: number, count: number, opponent: string, before: string): PitcherStart[] {
  return Array.from({ length: count }, (_, back) => {
    const game = count - back
    const luck = chance(pitcher, game)
    return {
      date: new Date(Date.parse(before) - game * REST_DAYS * DAY_MS).toISOString().slice(0, 10),
      opponent,
      homeAway: game % 2 ? 'HOME' : 'AWAY',
      outs: 14 + Math.floor(luck * 6),
      strikeOuts: 8 - Math.floor(pitcher / 2) + Math.floor(luck * 5),
      hits: 3 + Math.floor(chance(pitcher, game + 50) * 5),
    }
  })
}

/** A Poisson distribution in place of the engine's forecast. Its shape is good enough for development. */
function poisson(mean: number) {
  const atLeast: number[] = []
  let remaining = 1
  let probability = Math.exp(-mean)
  for (let value = 0; remaining > 0.0001 && value < 120; value += 1) {
    atLeast.push(Math.round(remaining * 10_000) / 10_000)
    remaining -= probability
    probability *= mean / (value + 1)
  }
  return { least: 0, atLeast }
}

export function factsOf(pitcher: ProbablePitcher, phase: PitcherPhase, date: string): PitcherFacts {
  const index = pitcher.id - 600_001
  const hasGames = index !== DEBUTANT
  const mean = phase === 'strikeouts' ? 8.5 - index * 0.6 : 4 + index * 0.25
  return {
    type: 'pitcher',
    id: pitcher.id,
    phase,
    recent: hasGames ? startsOf(index, 8, 'TEX', date) : [],
    vsOpponent: hasGames
      ? startsOf(index, index % 7, pitcher.oppAbbr, `${Number(date.slice(0, 4)) - 1}-08-20`)
      : [],
    season: hasGames
      ? {
          era: 2.4 + index * 0.35,
          whip: 1 + index * 0.05,
          strikeOutsPer9: 11 - index * 0.6,
          hitsPer9: 7 + index * 0.2,
          starts: 18,
        }
      : { era: null, whip: null, strikeOutsPer9: null, hitsPer9: null, starts: 0 },
    opponent: { strikeOutRate: 0.19 + index * 0.008, contactRate: 0.79 - index * 0.008, hitRate: 0.24 },
    daysOfRest: hasGames ? 4 + (index % 3) : null,
    ...(hasGames
      ? {
          forecast: {
            stat: phase === 'strikeouts' ? 'Pitcher Strikeouts' : 'Hits Allowed',
            distribution: poisson(mean),
            low: poisson(mean * 0.88),
            high: poisson(mean * 1.12),
            mean,
          },
          engine: ENGINE_VERSION,
        }
      : { forecastMissing: 'too few games' }),
  }
}

/** Goblin and standard lines of all pitchers except the debutant. */
export function linesOf(category: string, date: string): Line[] {
  const strikeouts = !category.includes('Hits')
  return pitchersOf(date)
    .slice(0, DEBUTANT)
    .flatMap((pitcher, index) =>
      (['goblin', 'standard'] as const).map((oddsType): Line => {
        const even = strikeouts ? 8.5 - Math.floor(index / 2) : 4.5 + (index % 3)
        const line = oddsType === 'goblin' ? even - 1 : even
        return {
          name: pitcher.name.normalize('NFD').replace(/\p{M}/gu, ''),
          team: pitcher.teamAbbr,
          position: 'SP',
          stats: `${line} More ${category}`,
          line,
          opponent: pitcher.oppAbbr,
          homeAway: pitcher.home ? 'HOME' : 'AWAY',
          gameTime: pitcher.gameTime,
          id: `${category}-${index}-${oddsType}`,
          statType: strikeouts ? 'Pitcher Strikeouts' : 'Hits Allowed',
          oddsType,
          gameId: String(pitcher.gamePk),
          combo: false,
          promo: false,
          regularLine: null,
        }
      }),
    )
}

const PITCHER_DELAY_MS = 150
const delay = () => new Promise((done) => setTimeout(done, PITCHER_DELAY_MS))

async function* streamOf(query: unknown): AsyncGenerator<PitcherRecord> {
  const { date = easternDate(new Date()), phase, skip } = pitchersQuery.parse(query)
  const pitchers = pitchersOf(date)
  yield { type: 'start', date, season: Number(date.slice(0, 4)), phase, pitchers }
  const skipped = new Set(skip?.split(',').map(Number))
  const requested = pitchers.filter(({ id }) => !skipped.has(id))
  for (const pitcher of requested) {
    await delay()
    yield factsOf(pitcher, phase, date)
  }
  yield { type: 'end', done: requested.length, missing: 0, readAt: new Date().toISOString(), stale: false }
}

export default defineAnswers({
  api: {
    'GET /api/pitchers': ({ query }) => ndjson(streamOf(query)),
    'GET /api/fetch-lines': ({ query }): FetchLinesResponse => {
      const { category, oddsType } = fetchLinesQuery.parse(query)
      const players = linesOf(category, easternDate(new Date())).filter(
        (line) => oddsType === 'All' || line.oddsType === oddsType,
      )
      return { players, readAt: new Date().toISOString(), stale: false, skipped: 0 }
    },
  },
})
