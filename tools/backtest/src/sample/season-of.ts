import { BAT, EARLIER_SEASONS, type Game, makeEarlierSeason, PIT, type SampleSeason } from '@propsight/league'
import type {
  BattingRow,
  PastSeason,
  PitchingRow,
  ScheduledGame,
  Season,
  SeasonStarter,
} from '../read/season.ts'

/** Simulates the earlier seasons of a sample league's players. They equal those of the sample world. */
export const earlierSeasonsOf = (sample: SampleSeason): PastSeason[] =>
  Array.from({ length: EARLIER_SEASONS }, (_, at) => {
    const year = Number(sample.day.slice(0, 4)) - at - 1
    return { year, rows: seasonOf(makeEarlierSeason(sample, year)) }
  })

type People = SampleSeason['people']

const place = (game: Game, home: boolean) => ({
  gameId: String(game.pk),
  date: game.date,
  home,
  club: String(home ? game.homeId : game.awayId),
  opponent: String(home ? game.awayId : game.homeId),
  park: String(game.venueId),
})

const battingRow = ({ batting, games, people }: SampleSeason, line: number): BattingRow => {
  const { person, game: at, home, order } = batting.key(line)
  const game = games[at]
  const who = people[person]
  if (!game || !who) throw new RangeError(`line ${line} names no known game or player`)
  const count = (field: number) => batting.count(line, field)
  return {
    ...place(game, home),
    playerId: String(who.id),
    bats: who.bats ?? null,
    slot: Math.floor(order / 10),
    started: order % 10 === 0,
    // The sample league always uses a designated hitter, so pitchers do not bat.
    pitched: false,
    plateAppearances: count(BAT.plateAppearances),
    hits: count(BAT.hits),
    doubles: count(BAT.doubles),
    triples: count(BAT.triples),
    homeRuns: count(BAT.homeRuns),
    runs: count(BAT.runs),
    rbi: count(BAT.rbi),
    baseOnBalls: count(BAT.baseOnBalls),
    hitByPitch: count(BAT.hitByPitch),
    stolenBases: count(BAT.stolenBases),
    strikeOuts: count(BAT.strikeOuts),
  }
}

const pitchingRow = ({ pitching, games, people }: SampleSeason, line: number): PitchingRow => {
  const { person, game: at, home, order } = pitching.key(line)
  const game = games[at]
  const who = people[person]
  if (!game || !who) throw new RangeError(`line ${line} names no known game or player`)
  const count = (field: number) => pitching.count(line, field)
  return {
    ...place(game, home),
    playerId: String(who.id),
    throws: who.throws ?? null,
    started: order === 1,
    battersFaced: count(PIT.battersFaced),
    outs: count(PIT.outs),
    hits: count(PIT.hits),
    homeRuns: count(PIT.homeRuns),
    earnedRuns: count(PIT.earnedRuns),
    baseOnBalls: count(PIT.baseOnBalls),
    hitByPitch: count(PIT.hitBatsmen),
    strikeOuts: count(PIT.strikeOuts),
  }
}

const starterOf = (people: People, id: number | undefined): SeasonStarter | null => {
  const who = people.find((person) => person.id === id)
  return who ? { id: String(who.id), throws: who.throws ?? null } : null
}

const scheduled = (game: Game, people: People): ScheduledGame => ({
  id: String(game.pk),
  date: game.date,
  home: String(game.homeId),
  away: String(game.awayId),
  park: String(game.venueId),
  homeStarter: starterOf(people, game.probables?.home),
  awayStarter: starterOf(people, game.probables?.away),
})

/**
 * Converts a sample league's season to the backtest's format: the lines before its day, and the schedule up
 * to that day. Ids of clubs, parks and people are those of the league.
 */
export function seasonOf(sample: SampleSeason): Season {
  const { batting, pitching, games, people, day } = sample
  return {
    games: games
      .filter(({ date, result }) => date === day || result)
      .map((game) => scheduled(game, people))
      .toSorted((a, b) => a.date.localeCompare(b.date)),
    batting: Array.from({ length: batting.length }, (_, line) => battingRow(sample, line)),
    pitching: Array.from({ length: pitching.length }, (_, line) => pitchingRow(sample, line)),
  }
}
