import type { Calibration } from '../calibration/calibrate.ts'

/**
 * Maps of chances by batter's stat. Written by `pnpm fit`, never by hand.
 * Fitted on the 2019 season to June 30. The information used here was obtained free of charge from and is copyrighted by
 * Retrosheet (www.retrosheet.org).
 */
export const CALIBRATION: Calibration = {
  maps: {
    Hits: {
      shift: 0.011761,
      slope: 0.97574,
    },
    'Home Runs': {
      shift: 0.00093041,
      slope: 0.99688,
    },
    'Total Bases': {
      shift: 0.0093154,
      slope: 0.98729,
    },
    Runs: {
      shift: 0.007813,
      slope: 0.97879,
    },
    RBIs: {
      shift: 0.0057871,
      slope: 0.98848,
    },
    'Hits+Runs+RBIs': {
      shift: 0.012813,
      slope: 0.98356,
    },
    'Hitter Fantasy Score': {
      shift: 0.0060722,
      slope: 0.9778,
    },
    Singles: {
      shift: 0.0077055,
      slope: 0.97516,
    },
    Doubles: {
      shift: 0.0048047,
      slope: 0.98503,
    },
    Walks: {
      shift: -0.010084,
      slope: 1.0091,
    },
    'Stolen Bases': {
      shift: 0.0024061,
      slope: 1.0232,
    },
    'Hitter Strikeouts': {
      shift: -0.008404,
      slope: 0.99761,
    },
  },
}
