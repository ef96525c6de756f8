import type { Calibration } from '../calibration/calibrate.ts'

/**
 * Maps of chances by stat, from forecasts of days after those learnt from. Written by `pnpm fit`, never by hand.
 * Retrosheet, 2019, 2019-03-20 to 2019-06-30. The information used here was obtained free of charge from and is
 * copyrighted by Retrosheet (www.retrosheet.org).
 */
export const CALIBRATION: Calibration = {
  maps: {
    Hits: {
      slope: 0.93806,
      typical: [0.66367, -1.0988, -2.8753],
    },
    'Home Runs': {
      slope: 0.92369,
      typical: [-1.7806],
    },
    'Total Bases': {
      slope: 0.91831,
      typical: [0.66367, -0.37689, -1.1111, -1.5214, -2.3291, -3.0994],
    },
    Runs: {
      slope: 0.92685,
      typical: [-0.29311, -2.2801],
    },
    RBIs: {
      slope: 0.90143,
      typical: [-0.71906, -1.99, -3.123],
    },
    'Hits+Runs+RBIs': {
      slope: 0.92768,
      typical: [0.96966, 0.026485, -0.68026, -1.363, -2.0246, -2.6877],
    },
    'Hitter Fantasy Score': {
      slope: 0.93076,
      typical: [
        1.4788, 1.4788, 0.97728, 0.55524, 0.38091, -0.032831, -0.1529, -0.45293, -0.63107, -0.80285, -0.9981,
        -1.108, -1.2613, -1.3498, -1.6191, -1.7005, -1.9355, -2.095, -2.2758, -2.5073, -2.6473, -2.9062,
        -3.0517, -3.2818,
      ],
    },
    Singles: {
      slope: 0.94287,
      typical: [-0.11741, -2.0785],
    },
    Doubles: {
      slope: 0.90995,
      typical: [-1.5239],
    },
    Walks: {
      slope: 0.93813,
      typical: [-0.86655, -3.1819],
    },
    'Stolen Bases': {
      slope: 1,
      typical: [-3.0514],
    },
    'Hitter Strikeouts': {
      slope: 0.9335,
      typical: [0.51741, -1.3002, -3.1772],
    },
  },
}
