import type { Calibration } from '../calibrate.ts'

/**
 * Maps of chances by stat, from forecasts of days after those learnt from. Written by `npm run fit`, never by hand.
 * Retrosheet, 2015, 2016 and 2019, 2015-04-05 to 2019-06-30. The information used here was obtained free of charge
 * from and is copyrighted by Retrosheet (www.retrosheet.org).
 */
export const CALIBRATION: Calibration = {
  maps: {
    Hits: {
      slope: 0.97565,
      shifts: [0.003407, -0.026389, -0.015669],
    },
    'Home Runs': {
      slope: 0.96265,
      shifts: [-0.077131],
    },
    'Total Bases': {
      slope: 0.97658,
      shifts: [0.0028126, -0.015578, -0.021722, -0.02465, -0.059119, -0.048731],
    },
    Runs: {
      slope: 0.97255,
      shifts: [-0.028962, -0.0099213],
    },
    RBIs: {
      slope: 0.95629,
      shifts: [-0.032699, -0.10016],
    },
    'Hits+Runs+RBIs': {
      slope: 0.97025,
      shifts: [-0.0057664, -0.0015514, -0.015461, -0.025559, -0.050433, -0.060147],
    },
    'Hitter Fantasy Score': {
      slope: 0.97322,
      shifts: [
        0.038669, 0.038669, 0.025365, 0.013351, 0.0090307, -0.0023927, -0.0057847, -0.013854, -0.019213,
        -0.023833, -0.029738, -0.032916, -0.037541, -0.040408, -0.047438, -0.050237, -0.056451, -0.061139,
        -0.066211, -0.072649, -0.076611, -0.083769, -0.08806,
      ],
    },
    Singles: {
      slope: 0.97536,
      shifts: [-0.008485, -0.032442],
    },
    Doubles: {
      slope: 0.9685,
      shifts: [-0.048981],
    },
    Walks: {
      slope: 1,
      shifts: [-0.0090843, 0.050502],
    },
    'Stolen Bases': {
      slope: 1,
      shifts: [0],
    },
    'Hitter Strikeouts': {
      slope: 0.98788,
      shifts: [0.0027113, -0.015462],
    },
  },
}
