import type { Squad } from '../sample/game-state.ts'
import { averageTalents, BAT_SIDE_CODES, EVENT_COUNT, OUT, type Talents } from '../sample/plate-appearance.ts'
import type { Game, Person } from '../world/entities.ts'
import type { LineTable } from '../world/line-table.ts'
import { BAT, PIT } from '../world/stat-fields.ts'

/** Number of a club's last games that decide its expected lineup. */
const RECENT_GAMES = 8

interface Recent {
  readonly people: readonly Person[]
  readonly games: readonly Game[]
  readonly batting: LineTable
  readonly pitching: LineTable
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)

/**
 * The expected squad of a club, from its last games: the nine batters with the most plate appearances in
 * their usual order, and the relievers by rest.
 * @param starter index of the announced starting pitcher
 * @returns null if fewer than nine batters are known
 */
export function expectedSquad(recent: Recent, teamId: number, starter: number): Squad | null {
  const { games, batting, pitching, people } = recent
  const last = new Set(
    games
      .flatMap((game, index) =>
        game.result && (game.homeId === teamId || game.awayId === teamId) ? [index] : [],
      )
      .slice(-RECENT_GAMES),
  )
  const bats = new Map<number, { appearances: number; orders: number[] }>()
  for (let line = batting.length - 1; line >= 0; line--) {
    const key = batting.key(line)
    if (key.teamId !== teamId || !last.has(key.game) || people[key.person]?.position === '1') continue
    const batter = bats.get(key.person) ?? { appearances: 0, orders: [] }
    batter.appearances += batting.count(line, BAT.plateAppearances)
    batter.orders.push(Math.floor(key.order / 10))
    bats.set(key.person, batter)
  }
  const regulars = [...bats].toSorted(([, a], [, b]) => b.appearances - a.appearances)
  const nine = regulars
    .slice(0, 9)
    .toSorted(([, a], [, b]) => mean(a.orders) - mean(b.orders))
    .map(([person]) => person)
  if (nine.length < 9) return null
  const relief = new Map<number, number>()
  for (let line = 0; line < pitching.length; line++) {
    const key = pitching.key(line)
    if (key.teamId !== teamId || !last.has(key.game) || pitching.count(line, PIT.gamesStarted) > 0) continue
    relief.set(key.person, key.game)
  }
  const rested = [...relief]
    .toSorted((a, b) => a[1] - b[1])
    .map(([person]) => person)
    .filter((person) => person !== starter)
  const [first = starter, second = starter] = rested
  return {
    teamId,
    batters: nine,
    positions: nine.map(() => 10),
    bench: [],
    starter,
    closer: first,
    setup: second,
    middle: rested.length > 0 ? rested : [starter],
  }
}

/**
 * Plate appearances at the league's rate that are added to a player's own, per event of `EVENTS`. At this
 * sample size about half of the variance between players is skill. Rounded from published stabilisation
 * tables.
 */
const BATTER_PRIOR: readonly number[] = [120, 240, 60, 500, 600, 900, 170, 0]
const PITCHER_PRIOR: readonly number[] = [170, 640, 70, 1500, 1500, 1500, 900, 0]
/** Starts of average length that are added to a pitcher's own. */
const STAMINA_PRIOR = 4
const PITCHES_PER_BATTER = 3.9
/**
 * Pitches between the mean length of a starter's outings and the pitch limit: starters often leave before the
 * limit.
 */
const LIMIT_OVER_MEAN = 6
const STEAL_PRIOR = 60

export interface Estimate {
  readonly talents: Talents
  /** The league's rates of the season so far, per plate appearance, in the order of `EVENTS`. */
  readonly rates: Float64Array
}

/** Events per plate appearance where the source does not count them (Retrosheet, 2019). */
const HIT_BY_PITCH_RATE = 0.0106
/** Stolen bases per time on first base. */
const STEAL_RATE = 0.06

const knownOr = (count: number, substitute: number): number => (Number.isNaN(count) ? substitute : count)

const battingEvents = (count: (field: number) => number): number[] => {
  const doubles = count(BAT.doubles)
  const triples = count(BAT.triples)
  const homeRuns = count(BAT.homeRuns)
  const singles = count(BAT.hits) - doubles - triples - homeRuns
  const walks = count(BAT.baseOnBalls)
  const hitByPitch = knownOr(count(BAT.hitByPitch), HIT_BY_PITCH_RATE * count(BAT.plateAppearances))
  const counted = [walks, hitByPitch, count(BAT.strikeOuts), singles, doubles, triples, homeRuns]
  return [...counted, count(BAT.plateAppearances) - counted.reduce((sum, each) => sum + each, 0)]
}

/** A pitcher's events. The source does not split hits, so they are divided by the league's shares. */
const pitchingEvents = (count: (field: number) => number, league: ArrayLike<number>): number[] => {
  const homeRuns = count(PIT.homeRuns)
  const inPlay = count(PIT.hits) - homeRuns
  const hits = (league[3] ?? 0) + (league[4] ?? 0) + (league[5] ?? 0)
  const share = (event: number) => (hits === 0 ? 0 : (inPlay * (league[event] ?? 0)) / hits)
  const counted = [
    count(PIT.baseOnBalls),
    knownOr(count(PIT.hitBatsmen), HIT_BY_PITCH_RATE * count(PIT.battersFaced)),
    count(PIT.strikeOuts),
    share(3),
    share(4),
    share(5),
    homeRuns,
  ]
  return [...counted, count(PIT.battersFaced) - counted.reduce((sum, each) => sum + each, 0)]
}

const totals = (table: LineTable, people: number): Float64Array => {
  const sums = new Float64Array(people * table.fieldCount)
  for (let line = 0; line < table.length; line++) {
    const at = table.key(line).person * table.fieldCount
    for (let field = 0; field < table.fieldCount; field++) {
      sums[at + field] = (sums[at + field] ?? 0) + table.count(line, field)
    }
  }
  return sums
}

const ratesOf = (events: readonly number[]): Float64Array => {
  const all = events.reduce((sum, each) => sum + each, 0)
  return Float64Array.from(events, (each) => (all === 0 ? 0 : Math.max(0, each) / all))
}

const add = (into: number[], events: readonly number[]) =>
  events.forEach((each, event) => {
    into[event] = (into[event] ?? 0) + each
  })

/**
 * Estimates the rates of all players from the season so far, as multipliers of the league's rates. Batting
 * rates are shrunk toward the mean of pitchers or of other players. Only lines in the tables are used, so no
 * result of the day.
 */
export function estimateRates(people: readonly Person[], batting: LineTable, pitching: LineTable): Estimate {
  const talents = averageTalents(people.length)
  const bat = totals(batting, people.length)
  const arm = totals(pitching, people.length)
  const field = (sums: Float64Array, table: LineTable, person: number) => (at: number) =>
    sums[person * table.fieldCount + at] ?? 0
  const league = new Array<number>(EVENT_COUNT).fill(0)
  const groups = {
    hitters: new Array<number>(EVENT_COUNT).fill(0),
    pitchers: new Array<number>(EVENT_COUNT).fill(0),
  }
  const group = (index: number) => (people[index]?.position === '1' ? 'pitchers' : 'hitters')
  people.forEach((_, person) => {
    const events = battingEvents(field(bat, batting, person))
    add(league, events)
    add(groups[group(person)], events)
  })
  const rates = ratesOf(league)
  const prior = { hitters: ratesOf(groups.hitters), pitchers: ratesOf(groups.pitchers) }
  let starts = 0
  let faced = 0
  people.forEach((person, index) => {
    talents.bats[index] = BAT_SIDE_CODES[person.bats ?? 'R']
    talents.throws[index] = person.throws === 'L' ? 1 : 0
    const battingCount = field(bat, batting, index)
    const pitchingCount = field(arm, pitching, index)
    const batted = battingEvents(battingCount)
    const allowed = pitchingEvents(pitchingCount, rates)
    for (let event = 0; event < EVENT_COUNT; event++) {
      const base = rates[event] ?? 0
      if (base === 0) continue
      const at = index * EVENT_COUNT + event
      const expected = prior[group(index)][event] ?? 0
      const batterPrior = event === OUT ? 300 : (BATTER_PRIOR[event] ?? 0)
      talents.bat[at] =
        ((batted[event] ?? 0) + batterPrior * expected) /
        (battingCount(BAT.plateAppearances) + batterPrior) /
        base
      const pitcherPrior = event === OUT ? 900 : (PITCHER_PRIOR[event] ?? 0)
      talents.arm[at] =
        ((allowed[event] ?? 0) + pitcherPrior * base) /
        (pitchingCount(PIT.battersFaced) + pitcherPrior) /
        base
    }
    const onFirst = (batted[0] ?? 0) + (batted[1] ?? 0) + (batted[3] ?? 0)
    const steals = knownOr(battingCount(BAT.stolenBases), STEAL_RATE * onFirst)
    talents.steal[index] = (steals + STEAL_PRIOR * STEAL_RATE) / (onFirst + STEAL_PRIOR)
  })
  for (let line = 0; line < pitching.length; line++) {
    if (pitching.count(line, PIT.gamesStarted) === 0) continue
    starts++
    faced += pitching.count(line, PIT.battersFaced)
  }
  setStamina(talents, pitching, starts === 0 ? 22 : faced / starts)
  return { talents, rates }
}

const setStamina = (talents: Talents, pitching: LineTable, average: number): void => {
  const faced = new Float64Array(talents.stamina.length).fill(STAMINA_PRIOR * average)
  const starts = new Float64Array(talents.stamina.length).fill(STAMINA_PRIOR)
  for (let line = 0; line < pitching.length; line++) {
    if (pitching.count(line, PIT.gamesStarted) === 0) continue
    const { person } = pitching.key(line)
    faced[person] = (faced[person] ?? 0) + pitching.count(line, PIT.battersFaced)
    starts[person] = (starts[person] ?? 0) + 1
  }
  for (let person = 0; person < starts.length; person++) {
    const mean = ((faced[person] ?? 0) / (starts[person] ?? 1)) * PITCHES_PER_BATTER
    talents.stamina[person] = mean + LIMIT_OVER_MEAN
  }
}
