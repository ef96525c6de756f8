import type { PlayerOutlook } from './league.ts'
import {
  COMPONENTS,
  type Component,
  type NbaConstants,
  type NbaMarket,
  type PerComponent,
  perComponent,
} from './markets.ts'

/** Minutes of a club's game, and those of an average and of a leading player. */
const CLUB = 240
const AVERAGE = 24
const LEADING = 40

/** Logarithm that grows slowly with the games missed. */
const missedGames = (missed: number): number => Math.log1p(Math.min(missed, 30))

/** Features of the expected minutes. Their weights are fitted (`NbaConstants.minutes`). */
export function minutesFeatures(outlook: PlayerOutlook): number[] {
  const { player, rest, backToBack, margin, playoffs, vacated, home, short, lineupKnown } = outlook
  const { fast, slow, last, seasonMinutes, games, change, career } = player
  const usual = (slow + fast) / 2
  const role = (usual - AVERAGE) / AVERAGE
  const apart = Math.abs(margin) / 10
  const open = vacated.minutes / CLUB
  const missed = missedGames(outlook.missed)
  return [
    1,
    fast,
    slow,
    last,
    seasonMinutes,
    (slow * slow) / LEADING,
    missed,
    (missed * usual) / AVERAGE,
    (backToBack ? 1 : 0) * role,
    (rest > 3 ? 1 : 0) * role,
    apart,
    apart * role,
    (margin / 10) * role,
    playoffs ? 1 : 0,
    (playoffs ? 1 : 0) * role,
    open * usual,
    open * (LEADING - usual),
    (vacated.samePosition / CLUB) * (LEADING - usual),
    1 / (1 + games),
    role / (1 + games),
    change,
    home ? role : 0,
    career < 10 ? 1 : 0,
    (fast - slow) * role,
    (last - fast) * role,
    (seasonMinutes - slow) * role,
    ((seasonMinutes - slow) * BEGINNING) / (BEGINNING + games),
    missed * change,
    short * usual,
    short * (LEADING - usual),
    ...(lineupKnown
      ? [1, role, open * usual, open * (LEADING - usual), short * usual, short * (LEADING - usual)]
      : [0, 0, 0, 0, 0, 0]),
  ]
}

/** Features of the log of the deviation of minutes from the expected ones. */
export const spreadFeatures = (
  { player, missed, margin, vacated, playoffs, short, lineupKnown }: PlayerOutlook,
  expected: number,
): number[] => [
  1,
  Math.log(Math.max(1, player.change)),
  expected / AVERAGE,
  (expected / AVERAGE) ** 2,
  missedGames(missed),
  Math.abs(margin) / 10,
  Math.abs(vacated.minutes) / CLUB,
  1 / (1 + player.games),
  playoffs ? 1 : 0,
  lineupKnown ? 1 : 0,
  Math.abs(short),
  player.career < 10 ? 1 : 0,
]

/** Features of the log of a component's rate in a game. Their weights are fitted (`NbaConstants.game`). */
export function gameFeatures(
  outlook: PlayerOutlook,
  component: Component,
  expected: number,
  constants: Pick<NbaConstants, 'rates'>,
): number[] {
  const { player, home, missed, backToBack, margin, playoffs, vacated, pace, allowed, league, lineupKnown } =
    outlook
  const { games, fast, slow } = player
  return [
    1,
    home ? 1 : 0,
    pace,
    allowed[component],
    vacated.counts[component] / USUAL_CLUB_COUNTS[component],
    vacated.minutes / CLUB,
    Math.log(Math.max(2, expected) / Math.max(2, slow)),
    Math.log(Math.max(2, fast) / Math.max(2, slow)),
    backToBack ? 1 : 0,
    margin / 10,
    Math.abs(margin) / 10,
    playoffs ? 1 : 0,
    missedGames(missed),
    player.recentRate(component, constants),
    player.careerRate(component, constants),
    (player.careerRate(component, constants) * BEGINNING) / (BEGINNING + games),
    league[component],
    lineupKnown ? vacated.counts[component] / USUAL_CLUB_COUNTS[component] : 0,
  ]
}

/** Where the features of a game name the playoffs. */
export const PLAYOFFS_FEATURE = 11

/** Games of the season of which its beginning consists. */
const BEGINNING = 4

/** Counts of a club in an average game. */
const USUAL_CLUB_COUNTS = {
  twos: 28,
  threes: 13,
  freeThrows: 18,
  rebounds: 44,
  assists: 26,
  steals: 8,
  blocks: 5,
  turnovers: 13,
} as const

/** Limits of the expected minutes, of those of a game, and of their deviation. */
const MINUTES = { least: 2, most: 44, shortest: 0.5, longest: 58, steadiest: 1, wildest: 14 } as const
/** Limits of the expected minutes between the groups that have their own quantiles. */
const GROUP_ENDS = [14, 22, 30] as const
/** Most that the features of a game change the log of a rate. */
const MOST_CHANGE = 1

const bounded = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

const weigh = (features: readonly number[], weights: readonly number[]): number =>
  features.reduce((sum, feature, at) => sum + feature * (weights[at] ?? 0), 0)

/** Expected minutes if the player takes part. */
export const expectedMinutes = (outlook: PlayerOutlook, weights: readonly number[]): number =>
  bounded(weigh(minutesFeatures(outlook), weights), MINUTES.least, MINUTES.most)

/** Standard deviation of the minutes. */
export const minutesDeviation = (
  outlook: PlayerOutlook,
  expected: number,
  weights: readonly number[],
): number =>
  bounded(Math.exp(weigh(spreadFeatures(outlook, expected), weights)), MINUTES.steadiest, MINUTES.wildest)

/** The group of expected minutes whose quantiles hold. */
export const minutesGroup = (expected: number): number => GROUP_ENDS.filter((end) => expected > end).length

/** The groups of expected minutes. */
export const MINUTES_GROUPS = GROUP_ENDS.length + 1

/** One of the equally likely lengths of a player's game, with the expected counts in it. */
export interface MinutesNode {
  readonly minutes: number
  readonly means: PerComponent<number>
}

/**
 * The joint model of all counts of a player's game. Given a node, the components are independent negative binomial
 * counts. The minutes are what they share.
 */
export interface GameModel {
  readonly nodes: readonly MinutesNode[]
  /** Variance beyond that of a Poisson distribution, in squares of the mean. */
  readonly excess: PerComponent<number>
}

/** Builds the joint model of a player's game, given that the player takes part. */
export function modelGame(outlook: PlayerOutlook, constants: NbaConstants): GameModel {
  const { weights, spread, nodes } = constants.minutes
  const expected = expectedMinutes(outlook, weights)
  const deviation = minutesDeviation(outlook, expected, spread)
  const rates = perComponent((component) => {
    const change = weigh(
      gameFeatures(outlook, component, expected, constants),
      constants.game[component].weights,
    )
    return outlook.player.rate(component, constants) * Math.exp(bounded(change, -MOST_CHANGE, MOST_CHANGE))
  })
  return {
    nodes: (nodes[minutesGroup(expected)] ?? [0]).map((quantile) => {
      const minutes = bounded(expected + quantile * deviation, MINUTES.shortest, MINUTES.longest)
      const longer = Math.log(minutes / expected)
      return {
        minutes,
        means: perComponent(
          (component) => rates[component] * minutes * Math.exp(constants.game[component].played * longer),
        ),
      }
    }),
    excess: perComponent((component) => constants.game[component].excess),
  }
}

const weightOf = ({ weights, parts }: NbaMarket, component: (typeof COMPONENTS)[number]): number =>
  (weights[component] ?? 0) / parts

/** Mean of a market given a node. */
export const meanAt = ({ means }: MinutesNode, market: NbaMarket): number =>
  COMPONENTS.reduce((sum, component) => sum + weightOf(market, component) * means[component], 0)

/** Covariance of two markets given a node; of a market with itself, its variance. */
export const covarianceAt = (
  { means }: MinutesNode,
  excess: GameModel['excess'],
  one: NbaMarket,
  other: NbaMarket,
): number =>
  COMPONENTS.reduce((sum, component) => {
    const mean = means[component]
    return (
      sum + weightOf(one, component) * weightOf(other, component) * (mean + excess[component] * mean * mean)
    )
  }, 0)

/** Covariance of two markets of the player: that within the nodes and that between them. */
export function covariance({ nodes, excess }: GameModel, one: NbaMarket, other: NbaMarket): number {
  const average = (of: (node: MinutesNode) => number) =>
    nodes.reduce((sum, node) => sum + of(node), 0) / nodes.length
  return (
    average((node) => covarianceAt(node, excess, one, other) + meanAt(node, one) * meanAt(node, other)) -
    average((node) => meanAt(node, one)) * average((node) => meanAt(node, other))
  )
}

/**
 * Correlation of two markets of one player's game, for entries with legs on both: the sums of a model agree, so that
 * points are correlated with points and rebounds as their shared part requires. 0 where one of them is certain.
 */
export function correlation(model: GameModel, one: NbaMarket, other: NbaMarket): number {
  const spread = Math.sqrt(covariance(model, one, one) * covariance(model, other, other))
  return spread > 0 ? bounded(covariance(model, one, other) / spread, -1, 1) : 0
}
