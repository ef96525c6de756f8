import type {
  HittingAverages,
  HittingGame,
  PlayerDetail,
  WhatIf,
  WhatIfBody,
  Why,
} from '@propsight/shared/contracts'
import { gameLogAnswer } from './players.ts'

type PlayerRequest = Parameters<typeof gameLogAnswer>[0]
type Distribution = Why['steps'][number]['distribution']

const rate = (count: number, of: number): string =>
  of === 0 ? '.---' : (count / of).toFixed(3).replace(/^0/, '')

function averagesOf(games: readonly HittingGame[]): HittingAverages {
  const sum = (of: (game: HittingGame) => number) => games.reduce((total, game) => total + of(game), 0)
  const atBats = sum((game) => game.atBats)
  const hits = sum((game) => game.hits)
  const walks = sum((game) => game.baseOnBalls)
  const bases = hits + sum((game) => game.doubles + 2 * game.triples + 3 * game.homeRuns)
  const reached = hits + walks
  const chances = atBats + walks
  return {
    atBats,
    hits,
    homeRuns: sum((game) => game.homeRuns),
    rbi: sum((game) => game.rbi ?? Number.NaN),
    baseOnBalls: walks,
    avg: rate(hits, atBats),
    obp: rate(reached, chances),
    slg: rate(bases, atBats),
    ops: rate(reached * atBats + bases * chances, chances * atBats),
  }
}

const FACTORS = [
  ['average batter', 'the league of the last 30 days', 0.82],
  ['own record', 'this season, 60 plate appearances', 0.95],
  ['place in the order', 'bats third', 0.98],
  ['home or away', 'at home', 1],
  ['opposing starter', 'left-hander, ERA 4.81', 1.04],
  ['park', '1.06 for home runs', 1.02],
  ['time of year', null, 1],
] as const

/** The opposing starter of every batter, and the batter's history against him. */
export const OPPOSING_PITCHER: Pick<PlayerDetail, 'opposingPitcher' | 'vsPitcher'> = {
  opposingPitcher: {
    personId: 700_001,
    name: 'Gareth Lindqvist',
    handedness: 'L',
    team: 'TEX',
    era: '4.81',
    whip: '1.48',
    strikeOuts: 78,
    wins: 5,
    losses: 8,
    strikeOutsPer9: '7.1',
    hitsPer9: '9.6',
  },
  vsPitcher: { atBats: 17, hits: 6, homeRuns: 1, baseOnBalls: 2, strikeOuts: 4, avg: '.353' },
}

const round = (chance: number): number => Math.round(chance * 10_000) / 10_000
/** Scales the probabilities of a distribution, to simulate the steps before the forecast. */
const scaled = ({ least, atLeast }: Distribution, by: number): Distribution => ({
  least,
  atLeast: atLeast.map((chance, index) => (index === 0 ? 1 : round(Math.min(0.9999, chance * by)))),
})

/** Detail data of an invented player; null for an unknown name. */
export function playerDetailOf(request: PlayerRequest): PlayerDetail | null {
  const record = gameLogAnswer(request)
  if (record.type !== 'player' && record.type !== 'pitcher') return null
  const { name, personId, fullName, position, batSide, pitchHand } = record
  const batter = record.type === 'player'
  const games = batter ? record.games : []
  const hand = (gamePk: number) => (gamePk % 3 === 0 ? ('L' as const) : ('R' as const))
  const hands = games.map(({ gamePk }) => [String(gamePk), hand(gamePk)] as const)
  const against = (side: 'L' | 'R') => averagesOf(games.filter(({ gamePk }) => hand(gamePk) === side))
  const counts = { strikeOuts: 82, baseOnBalls: 24, hits: 88, homeRuns: 11, battersFaced: 420 }
  const pitched = { ...counts, era: '3.42', whip: '1.18', avg: '.241', ops: '.702' }
  return {
    name,
    personId,
    fullName,
    position,
    batSide,
    pitchHand,
    hitting: batter ? { season: averagesOf(games), vsLeft: against('L'), vsRight: against('R') } : null,
    pitching: batter
      ? null
      : { season: pitched, vsLeft: { ...pitched, era: null, whip: null }, vsRight: null },
    opposingPitcher: batter ? OPPOSING_PITCHER.opposingPitcher : null,
    vsPitcher: batter ? OPPOSING_PITCHER.vsPitcher : null,
    starterHands: Object.fromEntries(hands),
    why: (record.forecasts ?? []).map(({ stat, distribution }) => ({
      stat,
      steps: FACTORS.map(([factor, note, by], index) => ({
        factor,
        note,
        distribution: index === FACTORS.length - 1 ? distribution : scaled(distribution, by),
      })),
    })),
    engine: 'sample',
    missing: batter
      ? {}
      : { opposingPitcher: 'This player pitches.', splits: 'The league has no split by hand here.' },
    readAt: new Date().toISOString(),
    stale: false,
  }
}

const STARTERS: WhatIf['starters'] = [
  { personId: 700_001, name: 'Gareth Lindqvist', throws: 'L', starts: 19 },
  { personId: 700_002, name: 'Theo Marchetti', throws: 'R', starts: 18 },
  { personId: 700_003, name: 'Rafael Ocaña', throws: 'R', starts: 11 },
]
const USUAL = { temperatureF: 76.4, windOutMph: 2.3 }

/** Invented effect of the settings on all chances. */
function effectOf({
  starterId,
  slot,
  temperatureF = USUAL.temperatureF,
  wind,
}: WhatIfBody['changes']): number {
  const windOut = wind?.direction === 'out' ? wind.mph : 0
  const starter = starterId === undefined || starterId === 700_001 ? 0 : -0.06
  const order = slot === undefined || slot === null ? 0 : (3 - slot) / 100
  return 1 + starter + order + (temperatureF - USUAL.temperatureF) / 500 + windOut / 500
}

/** Forecasts of an invented player under changed settings; null for an unknown name. */
export function whatIfOf({ player, changes }: WhatIfBody): WhatIf | null {
  const record = gameLogAnswer(player)
  const detail = playerDetailOf(player)
  if (!detail || (record.type !== 'player' && record.type !== 'pitcher')) return null
  const by = effectOf(changes)
  const batter = record.type === 'player'
  return {
    forecasts: (record.forecasts ?? []).map(({ stat, distribution, low, high, mean }) => ({
      stat,
      distribution: scaled(distribution, by),
      low: scaled(low, by),
      high: scaled(high, by),
      mean: mean * by,
    })),
    why: detail.why.map(({ stat, steps }) => ({
      stat,
      steps: steps.map((step) => ({ ...step, distribution: scaled(step.distribution, by) })),
    })),
    engine: 'sample',
    assumed: {
      starterId: batter ? 700_001 : null,
      slot: batter ? 3 : null,
      lineup: batter ? null : 'guessed',
      weather: USUAL,
    },
    starters: batter ? STARTERS : [],
    unmoved: { temperature: ['Stolen Bases'], wind: ['Stolen Bases', 'Hits'] },
  }
}
