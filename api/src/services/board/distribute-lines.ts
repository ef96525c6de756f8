import type { Line } from '@propsight/shared/contracts'

type DistributedLine = Pick<Line, 'gameId' | 'statType' | 'oddsType' | 'name' | 'team' | 'line'>

/** Order by distance from an even chance: standard, then the highest goblin, then the lowest demon. */
const ODDS_TYPES = ['standard', 'goblin', 'demon'] as const

function compareByEvenness(a: DistributedLine, b: DistributedLine): number {
  const byOddsType = ODDS_TYPES.indexOf(a.oddsType) - ODDS_TYPES.indexOf(b.oddsType)
  if (byOddsType !== 0) return byOddsType
  return a.oddsType === 'demon' ? a.line - b.line : b.line - a.line
}

const groupBy = <L>(lines: readonly L[], key: (line: L) => string): L[][] => [
  ...Map.groupBy(lines, key).values(),
]

const gameAndMarket = ({ gameId, statType }: DistributedLine): string => `${gameId} ${statType}`

/**
 * Groups lines by their rank among the lines of one player, game and market: the first group has the best
 * line of every player, the second group the second-best lines, and so on. Each group starts with its
 * standard lines.
 */
function rankWithinPlayers<L extends DistributedLine>(lines: readonly L[]): L[][] {
  const ranks: L[][] = []
  for (const playerLines of groupBy(lines, (line) => `${gameAndMarket(line)} ${line.team} ${line.name}`)) {
    for (const [rank, line] of playerLines.toSorted(compareByEvenness).entries()) {
      ranks[rank] ??= []
      ranks[rank].push(line)
    }
  }
  return ranks.map((rank) => [
    ...rank.filter(({ oddsType }) => oddsType === 'standard'),
    ...rank.filter(({ oddsType }) => oddsType !== 'standard'),
  ])
}

/**
 * Reduces lines to a maximum number. The best line of every player is chosen before the second line of any
 * player, so that the limit of the pitchers page covers 50 pitchers instead of 25 with two goblins each.
 * Within a rank, games and markets contribute one line each in turn, because the first lines would be of the
 * early games only.
 * @returns at most `limit` of the lines, in their original order
 */
export function distributeLines<L extends DistributedLine>(lines: readonly L[], limit: number): L[] {
  if (lines.length <= limit) return [...lines]
  const chosen = new Set<L>()
  for (const rank of rankWithinPlayers(lines)) {
    const groups = groupBy(rank, gameAndMarket)
    const rounds = Math.max(...groups.map((group) => group.length))
    for (let round = 0; round < rounds && chosen.size < limit; round += 1) {
      for (const group of groups) {
        const line = group[round]
        if (line && chosen.size < limit) chosen.add(line)
      }
    }
  }
  return lines.filter((line) => chosen.has(line))
}
