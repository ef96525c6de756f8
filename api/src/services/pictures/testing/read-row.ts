import type { ReadRow } from '../reading.ts'

/** A row without doubts, with the given changes. */
export const readRow = (changes: Partial<ReadRow> = {}): ReadRow => ({
  name: 'Ian Happ',
  nameReadings: [changes.name ?? 'Ian Happ'],
  game: null,
  team: 'CHC',
  position: 'OF',
  stats: '1.5 More Total Bases',
  line: 1.5,
  side: 'OVER',
  statType: 'Total Bases',
  opponent: 'MIL',
  homeAway: 'HOME',
  gameTime: 'Fri 7:10 PM',
  oddsType: 'standard',
  box: { x: 0.1, y: 0.2, width: 0.3, height: 0.1 },
  doubts: [],
  ...changes,
})
