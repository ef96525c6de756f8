import type { Line } from '@propsight/shared/contracts'
import { easternDate } from '@propsight/shared/domain'

type DistributedLine = Pick<Line, 'gameId' | 'statType' | 'oddsType' | 'name' | 'team' | 'line'>

/** Order by distance from an even chance: standard, then the highest goblin, then the lowest demon. */
const ODDS_TYPES = ['standard', 'goblin', 'demon', 'unknown'] as const

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
 * Chooses the lines of the pitchers page (H5), so that its limit counts pitchers: of each pitcher's lines on one game
 * the highest. Leaves out combos and games of other days. The order is unchanged.
 * @param day league day; a line without a start time counts as one of this day
 */
export function pitcherLinesOfDay<L extends DistributedLine & Pick<Line, 'combo' | 'gameTime'>>(
  lines: readonly L[],
  day: string,
): L[] {
  const ofDay = lines.filter(
    ({ combo, gameTime }) => !combo && (gameTime === null || easternDate(new Date(gameTime)) === day),
  )
  const chosen = new Set(
    groupBy(ofDay, (line) => `${gameAndMarket(line)} ${line.team} ${line.name}`).map((own) =>
      own.reduce((highest, line) => (line.line > highest.line ? line : highest)),
    ),
  )
  return ofDay.filter((line) => chosen.has(line))
}

/**
 * Reduces lines to a maximum number. The best line of every player is chosen before the second line of any
 * player.
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
