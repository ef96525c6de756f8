import {
  type Game,
  type GameResult,
  type Interruption,
  type Situation,
  scoreOf,
  type Tally,
} from '../../world/entities.ts'
import type { LeagueIndex } from '../league-index.ts'
import { personRef } from './person.ts'

const status = (abstract: string, coded: string, detailed: string, code: string) => ({
  abstractGameState: abstract,
  codedGameState: coded,
  detailedState: detailed,
  statusCode: code,
  startTimeTBD: false,
  abstractGameCode: abstract.slice(0, 1),
})

/**
 * The status of a game in the schedule of a day. A postponed game is 'Final' with code 'D' on its original
 * day. As in the service, a game in warmup is 'Live' with code 'P'.
 */
export function gameStatus(game: Game, listedOn: string) {
  if (game.postponedFrom?.date === listedOn) {
    return { ...status('Final', 'D', 'Postponed', 'DR'), reason: 'Rain' }
  }
  switch (game.live?.phase) {
    case 'pre-game':
      return status('Preview', 'P', 'Pre-Game', 'P')
    case 'warmup':
      return status('Live', 'P', 'Warmup', 'PW')
    case 'in-progress':
      return status('Live', 'I', 'In Progress', 'I')
    case 'suspended':
      return status('Live', 'U', 'Suspended', 'U')
    case 'game-over':
      return status('Final', 'O', 'Game Over', 'O')
    default:
      if (game.result) return status('Final', 'F', 'Final', 'F')
      return status('Preview', 'S', 'Scheduled', 'S')
  }
}

/** Outs of both clubs. */
const OUTS_OF_AN_INNING = 6

const ordinal = (n: number): string => {
  const teen = n % 100 >= 11 && n % 100 <= 13
  return `${n}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`
}

const line = ({ runs, hits, errors, leftOnBase }: Tally) => ({ runs, hits, errors, leftOnBase })

const innings = (score: GameResult) =>
  score.innings.map(({ away, home }, index) => ({
    num: index + 1,
    ordinalNum: ordinal(index + 1),
    home: home ? line(home) : { hits: 0, errors: 0, leftOnBase: 0 },
    away: line(away),
  }))

/**
 * The fields of the current inning. The service calls the break after a top 'Middle' and after a bottom
 * 'End'.
 */
const presentInning = (inning: number, inningState: 'Top' | 'Middle' | 'Bottom' | 'End') => {
  const top = inningState === 'Top' || inningState === 'Middle'
  const half = top ? 'Top' : 'Bottom'
  const number = { currentInning: inning, currentInningOrdinal: ordinal(inning) }
  return { ...number, inningState, inningHalf: half, isTopInning: top, scheduledInnings: 9 }
}

/** The line score of a game in progress. The league has no pitch data, so balls and strikes are always 0. */
const presentLiveGame = (index: LeagueIndex, score: GameResult, situation: Situation) => {
  const { inning, top, between, outs, bases, batterId, onDeckId, pitcherId } = situation
  const ref = (key: string, id: number | null) => {
    const person = index.people.get(id ?? -1)
    return person ? { [key]: personRef(person) } : {}
  }
  const [first, second, third] = bases
  const after = top ? presentInning(inning - 1, 'End') : presentInning(inning, 'Middle')
  return {
    ...(between ? after : presentInning(inning, top ? 'Top' : 'Bottom')),
    innings: innings(score),
    teams: { home: line(score.total.home), away: line(score.total.away) },
    defense: ref('pitcher', pitcherId),
    offense: {
      ...ref('batter', batterId),
      ...ref('onDeck', onDeckId),
      ...ref('first', first),
      ...ref('second', second),
      ...ref('third', third),
    },
    balls: 0,
    strikes: 0,
    outs: between ? 3 : outs,
  }
}

/** The line score of a suspended game: runs and inning at its interruption, as far as they are known. */
const presentInterruption = (interruption: Interruption | null) => {
  const runs = (side: 'home' | 'away') => (interruption ? { runs: interruption.runs[side] } : {})
  const inning = Math.floor((interruption?.outs ?? 0) / OUTS_OF_AN_INNING) + 1
  const top = (interruption?.outs ?? 0) % OUTS_OF_AN_INNING < OUTS_OF_AN_INNING / 2
  return {
    ...(interruption ? presentInning(inning, top ? 'Top' : 'Bottom') : { scheduledInnings: 9 }),
    innings: [],
    teams: { home: runs('home'), away: runs('away') },
    defense: {},
    offense: {},
  }
}

/** Answer of `game/{pk}/linescore`; before the first pitch it has no innings and no runs. */
export function presentLinescore(index: LeagueIndex, game: Game) {
  const { live } = game
  if (live?.phase === 'in-progress') return presentLiveGame(index, live.score, live.situation)
  if (live?.phase === 'suspended') return presentInterruption(live.interruption)
  const score = scoreOf(game)
  if (!score)
    return { scheduledInnings: 9, innings: [], teams: { home: {}, away: {} }, defense: {}, offense: {} }
  const { total } = score
  const last = score.innings.at(-1)
  const top = last ? last.home === null || (last.home.runs === 0 && total.home.runs > total.away.runs) : false
  return {
    ...presentInning(Math.max(9, score.innings.length), top ? 'Top' : 'Bottom'),
    innings: innings(score),
    teams: {
      home: { ...line(total.home), isWinner: total.home.runs > total.away.runs },
      away: { ...line(total.away), isWinner: total.away.runs > total.home.runs },
    },
    defense: {},
    offense: {},
    balls: 0,
    strikes: 0,
    outs: 3,
  }
}
