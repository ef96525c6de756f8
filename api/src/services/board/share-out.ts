import type { Line } from '@propsight/shared/contracts'

type Shared = Pick<Line, 'gameId' | 'statType' | 'oddsType' | 'name' | 'team' | 'line'>

/** The line nearest to even comes first: standard, then the highest goblin, then the lowest demon. */
const TIERS = ['standard', 'goblin', 'demon'] as const

function compareByEvenness(a: Shared, b: Shared): number {
  const byTier = TIERS.indexOf(a.oddsType) - TIERS.indexOf(b.oddsType)
  if (byTier !== 0) return byTier
  return a.oddsType === 'demon' ? a.line - b.line : b.line - a.line
}

const groupBy = <L>(lines: readonly L[], key: (line: L) => string): L[][] => [
  ...Map.groupBy(lines, key).values(),
]

const shareKey = ({ gameId, statType }: Shared): string => `${gameId} ${statType}`

/**
 * Lines by their place among the lines of one player, game and stat: first every player's best one, then the second
 * best ones. Standard lines come first in each.
 */
function rankWithinPlayers<L extends Shared>(lines: readonly L[]): L[][] {
  const ranks: L[][] = []
  for (const own of groupBy(lines, (line) => `${shareKey(line)} ${line.team} ${line.name}`)) {
    for (const [rank, line] of own.toSorted(compareByEvenness).entries()) {
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
 * Chooses lines where there are more than the caller may see. The best line of every player comes before anyone's second:
 * the limit of the pitchers page is to cover 50 pitchers, not 25 with two goblins each. Within that, each game gives one
 * line of each stat in turn; taking the first lines would show the early games only.
 * @returns at most `most` of the lines, in their own order
 */
export function shareOut<L extends Shared>(lines: readonly L[], most: number): L[] {
  if (lines.length <= most) return [...lines]
  const chosen = new Set<L>()
  for (const rank of rankWithinPlayers(lines)) {
    const shares = groupBy(rank, shareKey)
    const rounds = Math.max(...shares.map((share) => share.length))
    for (let round = 0; round < rounds && chosen.size < most; round += 1) {
      for (const share of shares) {
        const line = share[round]
        if (line && chosen.size < most) chosen.add(line)
      }
    }
  }
  return lines.filter((line) => chosen.has(line))
}
