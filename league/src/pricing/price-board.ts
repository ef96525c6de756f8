import type { Squad } from '../sample/game-state.ts'
import { randomFrom } from '../world/random.ts'
import type { Talents } from '../sample/talents.ts'
import type { Game, Pair } from '../world/entities.ts'
import type { Person } from '../world/person.ts'
import type { BookLine } from '../world/world.ts'
import { Distribution } from './distribution.ts'
import { ladder } from './ladder.ts'
import { type Prices, simulateOften } from './simulate-distributions.ts'

/** Simulated games per price: the standard error of a probability of 0.5 is 0.02. */
const GAMES = 600
/** Batting order places with lines in every market; lower places have lines in the `COMMON` markets only. */
const STARS = 6
const COMMON = new Set(['Hits', 'Total Bases', 'Hits+Runs+RBIs', 'Runs'])
/** Share of players' lines in a market whose standard line is a whole number. */
const WHOLE_SHARE = 0.14
const COMBOS = 4
/** Markets with goblins and demons in addition to the standard line. */
const LADDERS = new Set([
  'Hits',
  'Total Bases',
  'Hits+Runs+RBIs',
  'Pitcher Strikeouts',
  'Hits Allowed',
  'Pitching Outs',
  'Walks Allowed',
])

const rungsOf = (stat: string, slot: number): number =>
  !LADDERS.has(stat) || slot >= STARS ? 0 : slot < 2 ? 2 : 1

export interface BoardSetup {
  readonly seed: string
  readonly talents: Talents
  readonly rates: ArrayLike<number>
  readonly parks: ReadonlyMap<number, ArrayLike<number>>
  readonly games: readonly Game[]
  readonly squads: ReadonlyMap<number, Pair<Squad>>
  readonly people: readonly Person[]
}

/**
 * A line with its rank on the board: starting pitchers first, then by place in the batting order, across all
 * games.
 */
interface Ranked {
  readonly rank: number
  readonly line: BookLine
}

const priceGame = (
  setup: BoardSetup,
  game: Game,
  squads: Pair<Squad>,
): { lines: Ranked[]; prices: Prices } => {
  const park = setup.parks.get(game.venueId) ?? []
  const { talents, rates, people } = setup
  const prices = simulateOften({ talents, rates, park, ...squads }, `${setup.seed}|${game.pk}`, GAMES)
  const random = randomFrom(setup.seed, 'ladder', game.pk)
  const lines: Ranked[] = []
  for (const squad of [squads.away, squads.home]) {
    for (const person of [squad.starter, ...squad.batters]) {
      const id = people[person]?.id
      const slot = squad.batters.indexOf(person)
      if (id === undefined) continue
      for (const [stat, values] of prices.get(person) ?? []) {
        const batter = slot >= 0 && !stat.startsWith('Pitch') && !stat.endsWith('Allowed')
        if (batter && slot >= STARS && !COMMON.has(stat)) continue
        const rungs = rungsOf(stat, batter ? slot : 0)
        for (const rung of ladder(values, { whole: random() < WHOLE_SHARE, rungs })) {
          lines.push({ rank: slot + 1, line: { personIds: [id], gamePk: game.pk, stat, ...rung } })
        }
      }
    }
  }
  return { lines, prices }
}

/** Combo lines: strikeouts of both starting pitchers together, sampled from their own distributions. */
const combos = (setup: BoardSetup, prices: ReadonlyMap<number, Prices>): BookLine[] =>
  setup.games.slice(0, COMBOS).flatMap((game): BookLine[] => {
    const squads = setup.squads.get(game.pk)
    const stat = 'Pitcher Strikeouts'
    const both = squads && [squads.away.starter, squads.home.starter]
    const [one, other] = (both ?? []).map((person) => prices.get(game.pk)?.get(person)?.get(stat))
    if (!both || !one || !other) return []
    const sum = new Distribution()
    const random = randomFrom(setup.seed, 'combo', game.pk)
    for (let n = 0; n < GAMES; n++) sum.add(one.draw(random()) + other.draw(random()))
    const line = sum.fairLine()
    const personIds = both.map((person) => setup.people[person]?.id ?? 0)
    return [
      {
        personIds,
        gamePk: game.pk,
        stat: `${stat} (Combo)`,
        line,
        odds: 'standard',
        over: sum.over(line),
        push: 0,
      },
    ]
  })

/**
 * Marks one standard Hits+Runs+RBIs line of the day as the promo: its flash-sale line is lower than the
 * regular one.
 */
const withPromo = (lines: readonly BookLine[]): BookLine[] => {
  const promo = lines.findIndex(
    ({ odds, stat, line }) => odds === 'standard' && stat === 'Hits+Runs+RBIs' && line >= 1.5,
  )
  return lines.map((line, index) => (index === promo ? { ...line, flashSale: 0.5 } : line))
}

/**
 * Prices the book's lines for a day's games: all starting pitchers and batters of the announced (or expected)
 * squads. Each game is simulated `GAMES` times with the players' rates.
 */
export function priceBoard(setup: BoardSetup): BookLine[] {
  const prices = new Map<number, Prices>()
  const lines = setup.games.flatMap((game) => {
    const squads = setup.squads.get(game.pk)
    if (!squads) return []
    const priced = priceGame(setup, game, squads)
    prices.set(game.pk, priced.prices)
    return priced.lines
  })
  const board = lines.toSorted((a, b) => a.rank - b.rank).map(({ line }) => line)
  return withPromo([...board, ...combos(setup, prices)])
}
