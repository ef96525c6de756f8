import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import {
  type BattingRow,
  known,
  type PitchingRow,
  type ScheduledGame,
  type Season,
  type SeasonStarter,
} from '../read/season.ts'

const CLUBS = ['BOS', 'NYA', 'CHA', 'DET', 'HOU', 'COL'] as const
const PARKS: Readonly<Record<string, string>> = {
  BOS: 'BOS07',
  NYA: 'NYC21',
  CHA: 'CHI12',
  DET: 'DET05',
  HOU: 'HOU03',
  COL: 'DEN02',
}
const ROTATION = 5
const SLOTS = 9
/** Probabilities of events per 1,000 plate appearances; the rest are outs in play. */
const EVENTS = [
  ['strikeOuts', 225],
  ['baseOnBalls', 85],
  ['hitByPitch', 10],
  ['single', 143],
  ['doubles', 45],
  ['triples', 4],
  ['homeRuns', 36],
] as const

export interface SyntheticOptions {
  readonly days?: number
  readonly seed?: number
  /** The first day, `YYYY-MM-DD`. */
  readonly first?: string
}

type Counts = Pick<
  BattingRow,
  | 'plateAppearances'
  | 'hits'
  | 'doubles'
  | 'triples'
  | 'homeRuns'
  | 'runs'
  | 'rbi'
  | 'baseOnBalls'
  | 'hitByPitch'
  | 'stolenBases'
  | 'strikeOuts'
>

/**
 * Makes a season of six clubs with invented players: games on every day, a doubleheader on every tenth day,
 * and realistic counts. Deterministic from the options.
 */
export function syntheticSeason({
  days = 30,
  seed = 1,
  first = '2021-04-01',
}: SyntheticOptions = {}): Season {
  const random = xoroshiro128plus(seed)
  const chance = () => uniformInt(random, 0, 999)
  const games: ScheduledGame[] = []
  const batting: BattingRow[] = []
  const pitching: PitchingRow[] = []
  const pitchesRight = (id: string) => id.charCodeAt(id.length - 1) % 3 !== 0
  const starter = (club: string, turn: number): SeasonStarter => {
    const id = `arm-${club}-${turn % ROTATION}`
    return { id, throws: pitchesRight(id) ? 'R' : 'L' }
  }
  for (let day = 0; day < days; day++) {
    const date = new Date(Date.parse(`${first}T00:00:00Z`) + day * 86_400_000).toISOString().slice(0, 10)
    for (let pair = 0; pair < CLUBS.length / 2; pair++) {
      const a = CLUBS[pair] ?? 'BOS'
      const b = CLUBS[CLUBS.length - 1 - ((pair + day) % (CLUBS.length / 2))] ?? 'NYA'
      const [home, away] = day % 2 === 0 ? [a, b] : [b, a]
      for (let number = 0; number < (day % 10 === 9 ? 2 : 1); number++) {
        const game: ScheduledGame = {
          id: `${home}${date.replaceAll('-', '')}${number}`,
          date,
          home,
          away,
          park: PARKS[home] ?? home,
          homeStarter: starter(home, day + number),
          awayStarter: starter(away, day + number),
        }
        games.push(game)
        for (const side of [true, false]) batting.push(...battingOf(game, side, chance))
        for (const side of [true, false]) pitching.push(...pitchingOf(game, side, batting))
      }
    }
  }
  return { games, batting, pitching }
}

function battingOf(game: ScheduledGame, home: boolean, chance: () => number): BattingRow[] {
  const [club, opponent] = home ? [game.home, game.away] : [game.away, game.home]
  return Array.from({ length: SLOTS }, (_, at): BattingRow => {
    const playerId = `bat-${club}-${at}`
    return {
      date: game.date,
      gameId: game.id,
      home,
      club,
      opponent,
      park: game.park,
      playerId,
      bats: at % 3 === 0 ? 'L' : 'R',
      slot: at + 1,
      started: true,
      pitched: false,
      ...countsOf(at < 4 ? 5 : 4, chance),
    }
  })
}

function countsOf(plateAppearances: number, chance: () => number): Counts {
  const counts = {
    plateAppearances,
    hits: 0,
    doubles: 0,
    triples: 0,
    homeRuns: 0,
    runs: 0,
    rbi: 0,
    baseOnBalls: 0,
    hitByPitch: 0,
    stolenBases: 0,
    strikeOuts: 0,
  }
  for (let turn = 0; turn < plateAppearances; turn++) {
    let remaining = chance()
    const event = EVENTS.find(([, share]) => {
      remaining -= share
      return remaining < 0
    })?.[0]
    if (event === undefined) continue
    if (event !== 'strikeOuts' && event !== 'baseOnBalls' && event !== 'hitByPitch') counts.hits += 1
    if (event !== 'single') counts[event] += 1
    if (event === 'homeRuns') {
      counts.runs += 1
      counts.rbi += 1 + (chance() < 400 ? 1 : 0)
    } else if (event !== 'strikeOuts' && chance() < 280) counts.runs += 1
    if (event === 'single' && chance() < 250) counts.rbi += 1
  }
  return counts
}

/**
 * Pitching lines of a side: the starter faces the first six of nine batters, one reliever the other three.
 */
function pitchingOf(game: ScheduledGame, home: boolean, batting: readonly BattingRow[]): PitchingRow[] {
  const faced = batting.filter((row) => row.gameId === game.id && row.home !== home)
  const [club, opponent] = home ? [game.home, game.away] : [game.away, game.home]
  const starter = home ? game.homeStarter : game.awayStarter
  const line = (playerId: string, started: boolean, rows: readonly BattingRow[]): PitchingRow => {
    const sum = (field: keyof Counts) => rows.reduce((total, row) => total + known(row[field]), 0)
    const onBase = sum('hits') + sum('baseOnBalls') + sum('hitByPitch')
    return {
      date: game.date,
      gameId: game.id,
      home,
      club,
      opponent,
      playerId,
      throws: started ? (starter?.throws ?? null) : 'R',
      started,
      battersFaced: sum('plateAppearances'),
      outs: sum('plateAppearances') - onBase,
      strikeOuts: sum('strikeOuts'),
      hits: sum('hits'),
      homeRuns: sum('homeRuns'),
      earnedRuns: sum('runs'),
      baseOnBalls: sum('baseOnBalls'),
      hitByPitch: sum('hitByPitch'),
    }
  }
  return [line(starter?.id ?? '', true, faced.slice(0, 6)), line(`relief-${club}`, false, faced.slice(6))]
}
