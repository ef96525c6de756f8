import type { LineEvidence } from '../line-evidence.ts'

/**
 * How much an offered line and its price are evidence. Written by `npm run market -- --ship`, never by hand. Eight
 * US sportsbooks; games of 2025 with 2024, partly from Retrosheet, 2025-06-03 to 2025-07-31. The information used
 * here was obtained free of charge from and is copyrighted by Retrosheet (www.retrosheet.org).
 */
export const LINE_EVIDENCE: LineEvidence = {
  data: 'Eight US sportsbooks; games of 2025 with 2024, partly from Retrosheet',
  from: '2025-06-03',
  to: '2025-07-31',
  weights: {
    'Pitcher Strikeouts': {
      games: 1412,
      market: 1.006,
      engine: 0.1973,
      lineOnly: 0.58119,
    },
    'Home Runs': {
      games: 2913,
      market: 0.95229,
      engine: 0.0649,
      lineOnly: 1,
    },
  },
}
