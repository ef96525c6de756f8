/**
 * What the shipped constants were fitted on, and when. Retrosheet, 2019, 2019-03-20 to 2019-06-30. The information
 * used here was obtained free of charge from and is copyrighted by Retrosheet (www.retrosheet.org).
 */
export const FITTED = {
  data: 'Retrosheet, 2019',
  from: '2019-03-20',
  to: '2019-06-30',
  madeOn: '2026-11-22',
}
