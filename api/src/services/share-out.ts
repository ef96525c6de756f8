import type { Line } from '@propsight/shared/contracts'

/**
 * Chooses lines where there are more than the caller may see: each game gives one of each stat in turn, standard lines
 * before goblins and demons. Taking the first ones would show the early games only.
 * @returns at most `most` of the lines, in their own order
 */
export function shareOut<L extends Pick<Line, 'gameId' | 'statType' | 'oddsType'>>(
  lines: readonly L[],
  most: number,
): L[] {
  if (lines.length <= most) return [...lines]
  const shares = [...Map.groupBy(lines, ({ gameId, statType }) => `${gameId} ${statType}`).values()].map(
    (share) => [
      ...share.filter(({ oddsType }) => oddsType === 'standard'),
      ...share.filter(({ oddsType }) => oddsType !== 'standard'),
    ],
  )
  const chosen = new Set<L>()
  for (let round = 0; chosen.size < most; round += 1) {
    for (const share of shares) {
      const line = share[round]
      if (line && chosen.size < most) chosen.add(line)
    }
  }
  return lines.filter((line) => chosen.has(line))
}
