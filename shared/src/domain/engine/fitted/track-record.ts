import type { TrackRecord } from '../track-record.ts'

/** Written by `pnpm backtest`; not by hand. */
export const TRACK_RECORD: TrackRecord = {
  engine: '2026-11-22',
  data: 'Retrosheet, 2019',
  from: '2019-07-01',
  to: '2019-07-31',
  fittedTo: '2019-06-30',
  madeOn: '2026-11-22',
  markets: [],
  pooled: [],
  pitchers: [],
}
