import type { Line, Pick } from '@propsight/shared/contracts'

/**
 * The fields by which a saved pick and a line of the board are the same bet. The book's ids change from day
 * to day.
 */
type Identified = readonly [
  name: string,
  team: string,
  stat: string,
  line: number,
  odds: string,
  game: string | null,
]

const key = (parts: Identified): string => JSON.stringify(parts)

export const lineIdentity = (line: Line): string =>
  key([line.name, line.team, line.statType, line.line, line.oddsType, line.gameId])

export type SavedParts = {
  [Part in 'playerName' | 'team' | 'statType' | 'oddsType' | 'gameId']: Pick[Part]
} & { bettingAnalysis: { bettingLine: number } }

export const pickIdentity = (pick: SavedParts): string =>
  key([
    pick.playerName,
    pick.team,
    pick.statType,
    pick.bettingAnalysis.bettingLine,
    pick.oddsType,
    pick.gameId,
  ])
