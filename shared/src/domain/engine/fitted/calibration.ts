import type { Calibration } from '../calibrate.ts'

/**
 * Maps of chances by stat, from forecasts of days after those learnt from. Written by `npm run fit`, never by hand.
 * Retrosheet, 2019, 2019-03-20 to 2019-06-30. The information used here was obtained free of charge from and is
 * copyrighted by Retrosheet (www.retrosheet.org).
 */
export const CALIBRATION: Calibration = {
  maps: {
    Hits: {
      slope: 0.93547,
      shifts: [0.017549, -0.054548, -0.13426],
    },
    'Home Runs': {
      slope: 0.92408,
      shifts: [-0.13459],
    },
    'Total Bases': {
      slope: 0.91903,
      shifts: [0.036669, -0.016563, -0.078119, -0.12554, -0.20125, -0.25447],
    },
    Runs: {
      slope: 0.92585,
      shifts: [-0.030287, -0.1454],
    },
    RBIs: {
      slope: 0.90307,
      shifts: [-0.068782, -0.17918, -0.35143],
    },
    'Hits+Runs+RBIs': {
      slope: 0.92857,
      shifts: [0.047834, 0.0075659, -0.043967, -0.088902, -0.1484, -0.18421],
    },
    'Hitter Fantasy Score': {
      slope: 0.93156,
      shifts: [
        0.10022, 0.10022, 0.066283, 0.037189, 0.025484, -0.0025925, -0.010846, -0.031045, -0.043257,
        -0.054807, -0.068021, -0.075495, -0.085809, -0.091854, -0.11025, -0.11579, -0.13164, -0.14253,
        -0.15468, -0.1703, -0.17978, -0.19711, -0.20702, -0.22243,
      ],
    },
    Singles: {
      slope: 0.94016,
      shifts: [-0.029813, -0.067432],
    },
    Doubles: {
      slope: 0.91002,
      shifts: [-0.13726],
    },
    Walks: {
      slope: 0.93515,
      shifts: [-0.064131, -0.15897],
    },
    'Stolen Bases': {
      slope: 1,
      shifts: [0],
    },
    'Hitter Strikeouts': {
      slope: 0.92942,
      shifts: [0.0101, -0.054309, -0.22705],
    },
  },
}
