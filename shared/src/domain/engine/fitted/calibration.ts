import type { Calibration } from '../calibration/calibrate.ts'

/**
 * Maps of chances by stat, from forecasts of days after those learnt from. Written by `pnpm fit`, never by hand.
 * Retrosheet, 2019, 2019-03-20 to 2019-06-30. The information used here was obtained free of charge from and is
 * copyrighted by Retrosheet (www.retrosheet.org).
 */
export const CALIBRATION: Calibration = {
  maps: {
    Hits: {
      shift: 0.014991,
      slope: 0.97321,
    },
    'Home Runs': {
      shift: 0.0019297,
      slope: 0.9935,
    },
    'Total Bases': {
      shift: 0.012018,
      slope: 0.98451,
    },
    Runs: {
      shift: 0.010704,
      slope: 0.9748,
    },
    RBIs: {
      shift: 0.0073483,
      slope: 0.98483,
    },
    'Hits+Runs+RBIs': {
      shift: 0.016417,
      slope: 0.98054,
    },
    'Hitter Fantasy Score': {
      shift: 0.008973,
      slope: 0.97521,
    },
    Singles: {
      shift: 0.009788,
      slope: 0.9727,
    },
    Doubles: {
      shift: 0.0056406,
      slope: 0.9821,
    },
    Walks: {
      shift: -0.011076,
      slope: 1.0109,
    },
    'Stolen Bases': {
      shift: 0.0024963,
      slope: 1.0226,
    },
    'Hitter Strikeouts': {
      shift: -0.012157,
      slope: 0.99996,
    },
  },
}
