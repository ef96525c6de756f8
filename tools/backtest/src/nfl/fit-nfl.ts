import {
  CHANCES,
  chanceFeatures,
  expectedParts,
  type FootballGame,
  type FootballLine,
  type FootballOutlook,
  type FootballPlayer,
  isStart,
  meanOfPart,
  type NflConstants,
  PARTS,
  type Part,
  perKey,
  ROLES,
  type Role,
  roleOf,
  SHARE_NAMES,
  SHARES,
  type Share,
  shareFeatures,
  YARDS,
  type Yards,
} from '@propsight/shared/domain/sports/nfl'
import { fitGeneralisedLinear, type Observation } from '../fit/generalised-linear.ts'
import { fitBetween, fitCalibration, sampleForecasts } from '../sport/cases.ts'
import { type PlayerGame, type Sport, walkSport } from '../sport/sport.ts'

type NflSport = Sport<FootballLine, FootballGame, FootballPlayer, FootballOutlook, NflConstants>
type NflGame = PlayerGame<FootballLine, FootballGame, FootballPlayer, FootballOutlook>

/** Searched weights of a game relative to the next one and of a season to the next, and games of the usual rate. */
const DECAYS = [0.75, 0.82, 0.88, 0.93, 0.97, 0.985, 0.993]
const SEASONS = [0.2, 0.4, 0.7, 1]
const CHANCE_STRENGTHS = [0.25, 0.5, 1, 2, 4, 8, 16]
/** Events of the usual share that are mixed in. */
const SHARE_STRENGTHS = [10, 20, 40, 80, 150, 300, 600, 1200, 2500]
/** Pairs of independent players that are mixed in the correlations. */
const INDEPENDENT = 100
/** Least variance beyond that of a Poisson distribution, so that a negative binomial distribution exists. */
const LEAST_EXCESS = 0.002

/** Constants before a fit: rates of all players of a role alike. */
const unfitted = (usual: Record<Part, Record<Role, number>>): NflConstants => ({
  rates: perKey(PARTS, (part) =>
    perKey(ROLES, (role) => ({ decay: 0.9, season: 0.5, strength: 1, usual: usual[part][role] })),
  ),
  game: perKey(PARTS, () => []),
  excess: perKey(
    PARTS.filter((part): part is Exclude<Part, Yards> => !isYards(part)),
    () => LEAST_EXCESS,
  ),
  yards: perKey(YARDS, () => ({ event: 1, day: 0.01 })),
  error: { least: 0.05, unseen: 0.3 },
  calibration: {},
  between: { stats: [], teamMates: [], opponents: [] },
})

const isYards = (part: Part): part is Yards => (YARDS as readonly Part[]).includes(part)
const isShare = (part: Part): part is Share => part in SHARES

/** What a part is counted of in a game. */
const eventsOf = (part: Part, counts: FootballLine['counts']): number =>
  isShare(part) ? counts[SHARES[part]] : 1

/** Rates of each role from the games themselves. */
function usualRates(games: readonly FootballGame[]): Record<Part, Record<Role, number>> {
  const lines = games.flatMap((game) =>
    game.lines.filter(({ position, counts }) => isStart(roleOf(position), counts)),
  )
  return perKey(PARTS, (part) =>
    perKey(ROLES, (role) => {
      const own = lines.filter(({ position }) => roleOf(position) === role)
      const events = own.reduce((sum, { counts }) => sum + eventsOf(part, counts), 0)
      return own.reduce((sum, { counts }) => sum + counts[part], 0) / Math.max(1, events)
    }),
  )
}

/** Goes through the games of offered players after the first season, in which nothing is known of anyone. */
function eachGame(
  sport: NflSport,
  games: readonly FootballGame[],
  constants: NflConstants,
  visit: (game: NflGame) => void,
): void {
  const first = games[0]?.season
  walkSport<FootballLine, FootballGame, FootballPlayer, FootballOutlook, NflConstants>(
    sport,
    games,
    constants,
    (each) => {
      const { season } = each.game
      if (season === first || !sport.offered(each.outlook('unknown'))) return
      if (isStart(each.player.role, each.line.counts)) visit(each)
    },
  )
}

/** Every other game without the reports of who is out. */
function eachOutlook(
  sport: NflSport,
  games: readonly FootballGame[],
  constants: NflConstants,
  visit: (outlook: FootballOutlook, counts: FootballLine['counts']) => void,
): void {
  let at = 0
  eachGame(sport, games, constants, ({ outlook, line }) => {
    at += 1
    visit(outlook(at % 2 === 0 ? 'known' : 'unknown'), line.counts)
  })
}

/** Distance of a count from its expectation: the deviance of Poisson, of yards the square relative to the usual ones. */
const loss = (part: Part, seen: number, expected: number): number =>
  isYards(part) ? (seen - expected) ** 2 : expected - (seen > 0 ? seen * Math.log(expected) : 0)

/** Weights of earlier games, by the games of the seasons after the first. */
function fitRates(
  sport: NflSport,
  games: readonly FootballGame[],
  constants: NflConstants,
): NflConstants['rates'] {
  const best = perKey(PARTS, (part) =>
    perKey(ROLES, (role) => ({ loss: Number.POSITIVE_INFINITY, rate: constants.rates[part][role] })),
  )
  const strengthsOf = (part: Part) => (isShare(part) ? SHARE_STRENGTHS : CHANCE_STRENGTHS)
  for (const decay of DECAYS)
    for (const season of SEASONS) {
      const rates = perKey(PARTS, (part) =>
        perKey(ROLES, (role) => ({
          ...constants.rates[part][role],
          // A share of events tells of skill, which lasts longer than a role.
          decay: isShare(part) ? 1 - (1 - decay) / 4 : decay,
          season,
        })),
      )
      const losses = perKey(PARTS, (part) => perKey(ROLES, () => strengthsOf(part).map(() => 0)))
      eachGame(sport, games, { ...constants, rates }, ({ player, line: { counts } }) => {
        for (const part of PARTS) {
          const events = eventsOf(part, counts)
          if (events === 0) continue
          const { count, of } = player.exposure(part)
          const { usual } = rates[part][player.role]
          const own = losses[part][player.role]
          for (const [at, strength] of strengthsOf(part).entries()) {
            const rate = Math.max(1e-3, (count + strength * usual) / (of + strength))
            own[at] = (own[at] ?? 0) + loss(part, counts[part], rate * events)
          }
        }
      })
      for (const part of PARTS)
        for (const role of ROLES)
          for (const [at, total] of losses[part][role].entries())
            if (total < best[part][role].loss)
              best[part][role] = {
                loss: total,
                rate: { ...rates[part][role], strength: strengthsOf(part)[at] ?? 0 },
              }
    }
  return perKey(PARTS, (part) => perKey(ROLES, (role) => best[part][role].rate))
}

/** Weights of the features of a game, each part with its own regression from the log of the player's rate. */
function fitGame(
  sport: NflSport,
  games: readonly FootballGame[],
  constants: NflConstants,
): NflConstants['game'] {
  const rows = perKey(PARTS, (): Observation[] => [])
  eachOutlook(sport, games, constants, (outlook, counts) => {
    const push = (part: Part, factors: readonly number[]) => {
      const events = eventsOf(part, counts)
      if (events === 0) return
      const offset = Math.log(outlook.player.rate(part, constants) * events)
      rows[part].push({ factors, outcome: Math.max(0, counts[part]), offset })
    }
    for (const chance of CHANCES) push(chance, chanceFeatures(outlook, chance, constants))
    for (const share of SHARE_NAMES) push(share, shareFeatures(outlook, share))
  })
  return perKey(PARTS, (part) => {
    const count = rows[part][0]?.factors.length ?? 0
    // The first weight is free. The others are held by a few observations, so that features that agree have weights.
    const pulls = Array.from({ length: count }, (_, at) => ({ toward: 0, by: at === 0 ? 0 : HELD_BY }))
    return fitGeneralisedLinear('poisson', rows[part], pulls)
  })
}
const HELD_BY = 20

/** Variances of counts and of yards around their expectations. */
function fitSpread(
  sport: NflSport,
  games: readonly FootballGame[],
  constants: NflConstants,
): Pick<NflConstants, 'excess' | 'yards'> {
  const counted = Object.keys(constants.excess) as Exclude<Part, Yards>[]
  const beyond = perKey(counted, () => ({ variance: 0, squares: 0 }))
  const yards = perKey(YARDS, (): { events: number; square: number }[] => [])
  eachOutlook(sport, games, constants, (outlook, counts) => {
    const parts = expectedParts(outlook, constants)
    for (const part of counted) {
      const expected = meanOfPart(parts, part)
      beyond[part].variance += (counts[part] - expected) ** 2 - expected
      beyond[part].squares += expected ** 2
    }
    for (const part of YARDS) {
      const events = counts[SHARES[part]]
      if (events === 0) continue
      yards[part].push({ events, square: (counts[part] / parts[part] - events) ** 2 })
    }
  })
  return {
    excess: perKey(counted, (part) =>
      Math.max(LEAST_EXCESS, beyond[part].variance / Math.max(1e-9, beyond[part].squares)),
    ),
    yards: perKey(YARDS, (part) => yardVariances(yards[part])),
  }
}

/**
 * Splits the variance of yards over events into that of each event and that of the day, by least squares of the squared
 * distances of n events on n and n².
 */
function yardVariances(games: readonly { readonly events: number; readonly square: number }[]) {
  const sum = (of: (game: (typeof games)[number]) => number) =>
    games.reduce((total, game) => total + of(game) / game.events ** 2, 0)
  const [aa, ab, bb] = [
    sum(({ events }) => events ** 2),
    sum(({ events }) => events ** 3),
    sum(({ events }) => events ** 4),
  ]
  const [ya, yb] = [
    sum(({ events, square }) => square * events),
    sum(({ events, square }) => square * events ** 2),
  ]
  const determinant = aa * bb - ab * ab
  const day = determinant > 0 ? Math.max(0, (aa * yb - ab * ya) / determinant) : 0
  return { event: Math.max(0.05, (ya - day * ab) / Math.max(1e-9, aa)), day }
}

/**
 * Fits all constants of the NFL engine. Each forecast of the fit uses games of earlier days only.
 * @param games of at least two seasons, in order of date
 * @param say is called at the beginning of each part
 */
export function fitNfl(
  sport: NflSport,
  games: readonly FootballGame[],
  say: (part: string) => void,
): NflConstants {
  let constants = unfitted(usualRates(games))
  say('weights of earlier games')
  constants = { ...constants, rates: fitRates(sport, games, constants) }
  say('rates of a game')
  constants = { ...constants, game: fitGame(sport, games, constants) }
  say('spread')
  constants = { ...constants, ...fitSpread(sport, games, constants) }
  say('maps of chances')
  constants = {
    ...constants,
    calibration: fitCalibration(sport.stats, sampleForecasts(sport, games, constants)),
  }
  say('correlations of players')
  // A season has few games, and a club one quarterback.
  const all = sampleForecasts(sport, games, constants, 1)
  return { ...constants, between: fitBetween(sport.stats, all, INDEPENDENT) }
}
