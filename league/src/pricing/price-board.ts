import { type BaseballOddsMarket, ODDS_MARKETS } from '@propsight/shared/domain'
import type { Squad } from '../sample/game-state.ts'
import type { Talents } from '../sample/plate-appearance.ts'
import type { Game, Pair, Person } from '../world/entities.ts'
import { randomFrom } from '../world/random.ts'
import type { BookLine, PropCounts } from '../world/world.ts'
import {
  ALL_MARKETS,
  BOARD_MARKETS,
  Distribution,
  type Prices,
  simulateDistributions,
} from './simulate-distributions.ts'

const countsAbove = (values: Distribution, games: number): number[] => {
  const counts: number[] = []
  for (let line = 0.5; ; line++) {
    const count = Math.round(values.over(line) * games)
    if (count === 0) return counts
    counts.push(count)
  }
}

/**
 * The counts of one starter.
 * @param role the starter's part in the game; its markets are counted
 * @param games number of simulated games of `prices`
 */
function propCounts(
  prices: Prices,
  person: number,
  role: BaseballOddsMarket['role'],
  games: number,
): PropCounts['above'] {
  const distributions = prices.get(person)
  return Object.fromEntries(
    ODDS_MARKETS.flatMap((market) => {
      const values = market.role === role ? distributions?.get(market.stat) : undefined
      return values ? [[market.key, countsAbove(values, games)]] : []
    }),
  )
}

/** The true probability of a value above a half line. Absent markets and lines above all values give 0. */
export const trueOver = ({ above, games }: PropCounts, market: string, line: number): number =>
  (above[market]?.[line - 0.5] ?? 0) / games

type Rung = Pick<BookLine, 'line' | 'oddsType' | 'over' | 'push'>

/** Limits of the over probability: the book offers no easier goblin and no harder demon. */
const GOBLIN_MAX = 0.84
const DEMON_MIN = 0.12
/** Range of the over probability of a standard line. A stat outside of it has goblins or demons only. */
const STANDARD = [0.36, 0.64] as const
const MAX_RUNGS = 2

/**
 * The lines of one player in one market: a standard line if a fair one exists, easier goblins below, harder
 * demons above.
 * @param options `whole`: prefer a whole number, which can push; `rungs`: goblins and demons on each side, at
 * most two
 */
export function ladder(values: Distribution, { whole = false, rungs = 1 } = {}): Rung[] {
  const rung = (line: number, oddsType: Rung['oddsType']): Rung => ({
    line,
    oddsType,
    over: values.over(line),
    push: values.push(line),
  })
  const fair = values.fairLine()
  const fairOver = values.over(fair)
  const out: Rung[] = []
  if (fairOver > STANDARD[0] && fairOver < STANDARD[1]) {
    const line = whole && fair >= 2 ? values.fairWholeLine() : fair
    out.push(rung(line, 'standard'))
  } else if (fairOver <= STANDARD[0] && fairOver >= DEMON_MIN) out.push(rung(fair, 'demon'))
  else if (fairOver >= STANDARD[1] && fairOver <= GOBLIN_MAX) out.push(rung(fair, 'goblin'))
  const most = Math.min(rungs, MAX_RUNGS)
  // Large values (fantasy scores, outs) need wider steps.
  const step = fair > 12 ? 3 : 1
  for (let n = 1; n <= most; n++) {
    const below = fair - n * step
    if (below >= 0.5 && values.over(below) <= GOBLIN_MAX) out.push(rung(below, 'goblin'))
    const above = fair + n * step
    if (values.over(above) >= DEMON_MIN) out.push(rung(above, 'demon'))
  }
  return out
}

/** Simulated games per price: the standard error of a probability of 0.5 is 0.02. */
const GAMES = 600
/** Batting order places with lines in every market; lower places have lines in the `LOWER_ORDER_MARKETS` markets only. */
const FULL_MARKET_SLOTS = 6
const LOWER_ORDER_MARKETS = new Set(['Hits', 'Total Bases', 'Hits+Runs+RBIs', 'Runs'])
/** Share of players' lines in a market whose standard line is a whole number. */
const WHOLE_SHARE = 0.14
const COMBOS = 4
const BOARD_STATS = new Set([...BOARD_MARKETS.batter, ...BOARD_MARKETS.pitcher].map(({ name }) => name))
/** Markets with goblins and demons in addition to the standard line. */
const LADDER_MARKETS = new Set([
  'Hits',
  'Total Bases',
  'Hits+Runs+RBIs',
  'Pitcher Strikeouts',
  'Hits Allowed',
  'Pitching Outs',
  'Walks Allowed',
])

const rungsOf = (stat: string, slot: number): number => {
  if (!LADDER_MARKETS.has(stat) || slot >= FULL_MARKET_SLOTS) return 0
  return slot < 2 ? 2 : 1
}

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
): { lines: Ranked[]; prices: Prices; props: PropCounts[] } => {
  const park = setup.parks.get(game.venueId) ?? []
  const { talents, rates, people } = setup
  const prices = simulateDistributions(
    { talents, rates, park, ...squads },
    `${setup.seed}|${game.pk}`,
    GAMES,
    ALL_MARKETS,
  )
  const random = randomFrom(setup.seed, 'ladder', game.pk)
  const lines: Ranked[] = []
  const props: PropCounts[] = []
  for (const squad of [squads.away, squads.home]) {
    for (const person of [squad.starter, ...squad.batters]) {
      const id = people[person]?.id
      const slot = squad.batters.indexOf(person)
      if (id === undefined) continue
      const above = propCounts(prices, person, person === squad.starter ? 'pitcher' : 'batter', GAMES)
      props.push({ gamePk: game.pk, personId: id, games: GAMES, above })
      for (const [stat, values] of prices.get(person) ?? []) {
        if (!BOARD_STATS.has(stat)) continue
        const batter = slot >= 0 && !stat.startsWith('Pitch') && !stat.endsWith('Allowed')
        if (batter && slot >= FULL_MARKET_SLOTS && !LOWER_ORDER_MARKETS.has(stat)) continue
        const rungs = rungsOf(stat, batter ? slot : 0)
        for (const rung of ladder(values, { whole: random() < WHOLE_SHARE, rungs })) {
          lines.push({ rank: slot + 1, line: { personIds: [id], gamePk: game.pk, stat, ...rung } })
        }
      }
    }
  }
  return { lines, prices, props }
}

/** Combo lines: strikeouts of both starting pitchers together, sampled from their own distributions. */
const combos = (setup: BoardSetup, prices: ReadonlyMap<number, Prices>): BookLine[] =>
  setup.games.slice(0, COMBOS).flatMap((game): BookLine[] => {
    const squads = setup.squads.get(game.pk)
    const stat = 'Pitcher Strikeouts'
    if (!squads) return []
    const starters = [squads.away.starter, squads.home.starter]
    const [away, home] = starters.map((person) => prices.get(game.pk)?.get(person)?.get(stat))
    if (!away || !home) return []
    const sum = new Distribution()
    const random = randomFrom(setup.seed, 'combo', game.pk)
    for (let n = 0; n < GAMES; n++) sum.add(away.draw(random()) + home.draw(random()))
    const line = sum.fairLine()
    const personIds = starters.map((person) => setup.people[person]?.id ?? 0)
    return [
      {
        personIds,
        gamePk: game.pk,
        stat: `${stat} (Combo)`,
        line,
        oddsType: 'standard',
        over: sum.over(line),
        push: 0,
      },
    ]
  })

/**
 * Marks one standard Hits+Runs+RBIs line of the day as the promo: its flash-sale line is lower than the
 * regular one.
 */
const markPromo = (lines: readonly BookLine[]): BookLine[] => {
  const promo = lines.findIndex(
    ({ oddsType, stat, line }) => oddsType === 'standard' && stat === 'Hits+Runs+RBIs' && line >= 1.5,
  )
  return lines.map((line, index) => (index === promo ? { ...line, flashSale: 0.5 } : line))
}

/** The prices of a day: the lines of the league's own book, and the true distributions behind all props. */
export interface Board {
  readonly lines: readonly BookLine[]
  readonly props: readonly PropCounts[]
}

/**
 * Prices the book's lines for a day's games: all starting pitchers and batters of the announced (or expected)
 * squads. Each game is simulated `GAMES` times with the players' rates.
 */
export function priceBoard(setup: BoardSetup): Board {
  const prices = new Map<number, Prices>()
  const props: PropCounts[] = []
  const lines = setup.games.flatMap((game) => {
    const squads = setup.squads.get(game.pk)
    if (!squads) return []
    const priced = priceGame(setup, game, squads)
    prices.set(game.pk, priced.prices)
    props.push(...priced.props)
    return priced.lines
  })
  const board = lines.toSorted((a, b) => a.rank - b.rank).map(({ line }) => line)
  return { lines: markPromo([...board, ...combos(setup, prices)]), props }
}
