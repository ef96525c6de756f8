import { timeText } from '../../state/format.ts'
import type { RankedLine } from '../../state/ranked-line.ts'

/** Where a player stands and whom he meets: 'LF · SEA vs TEX · 9:40 PM', the time in the user's own zone. */
export function whoText({ line, position }: RankedLine): string {
  const versus = line.homeAway === 'AWAY' ? '@' : 'vs'
  const game = line.opponent ? `${line.team} ${versus} ${line.opponent}` : line.team
  return [position, game, timeText(line.gameTime)].filter(Boolean).join(' · ')
}
