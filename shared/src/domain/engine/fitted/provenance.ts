/**
 * What each part of the shipped constants was fitted on, and when. Retrosheet, 2015, 2016, 2019, 2024 and 2025;
 * Retrosheet, 2015, 2016 and 2019; Retrosheet, 2019, 2015-04-05 to 2025-05-31. The information used here was
 * obtained free of charge from and is copyrighted by Retrosheet (www.retrosheet.org).
 */
export const FITTED = {
  pitching: {
    data: 'Retrosheet, 2015, 2016, 2019, 2024 and 2025',
    from: '2015-04-05',
    to: '2025-05-31',
    years: [2015, 2016, 2019, 2024, 2025],
    madeOn: '2026-11-27',
  },
  batting: {
    data: 'Retrosheet, 2015, 2016 and 2019',
    from: '2015-04-05',
    to: '2019-06-30',
    years: [2015, 2016, 2019],
    madeOn: '2026-11-24',
  },
  calibration: {
    data: 'Retrosheet, 2015, 2016 and 2019',
    from: '2015-04-05',
    to: '2019-06-30',
    years: [2015, 2016, 2019],
    madeOn: '2026-11-24',
  },
  dependence: {
    data: 'Retrosheet, 2019',
    from: '2019-03-20',
    to: '2019-06-30',
    years: [2019],
    madeOn: '2026-11-22',
  },
}
