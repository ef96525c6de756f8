import type { ExtractedRow, ExtractStatsResponse } from '@propsight/shared/contracts'

/** A row extracted from a picture without doubts, with typical values that `row` overrides. */
export const aRead = (row: Partial<ExtractedRow> = {}): ExtractedRow => ({
  name: 'Mateo Villareal',
  team: 'SEA',
  position: 'LF',
  stats: '1.5 More Total Bases',
  line: 1.5,
  statType: 'Total Bases',
  opponent: 'TEX',
  homeAway: 'HOME',
  gameTime: 'Fri 7:10 PM',
  oddsType: 'standard',
  box: { x: 0.1, y: 0.2, width: 0.4, height: 0.1 },
  doubts: [],
  ...row,
})

export const anExtraction = (...players: ExtractedRow[]): ExtractStatsResponse => ({
  success: true,
  data: { players, weather: null, image: { width: 800, height: 1200 }, reader: 'tesseract' },
})
