import type { PastParlayRow, TrackLeg } from '@propsight/shared/contracts'
import { sportOfMarket } from '@propsight/shared/domain'
import { type Cell, toCsv } from '@propsight/shared/format'
import { parlayDay } from '../../state/parlay-text.ts'

const COLUMNS = [
  'Kind',
  'Parlay',
  'Leg',
  'Day',
  'Player',
  'Team',
  'Market',
  'Line',
  'Side',
  'Odds type',
  'Legs',
  'Promised %',
  'Low %',
  'High %',
  'Engine',
  'Promised at',
  'Status',
  'Actual',
  'Settled at',
  'Paid per unit',
  'Recommended units',
  'Price',
  'Book',
  'No-vig %',
  'Closing price',
  'Closing no-vig %',
  'Sport',
]

const legRow = (leg: TrackLeg): Cell[] => [
  leg.pick_id === null ? 'parlay leg' : 'pick',
  leg.parlay_id,
  leg.leg,
  leg.league_day,
  leg.player_name,
  leg.team,
  leg.stat_type,
  leg.line,
  leg.side,
  leg.odds_type,
  null,
  leg.promised,
  leg.promised_low,
  leg.promised_high,
  leg.engine,
  leg.promised_at,
  leg.status,
  leg.actual,
  leg.settled_at,
  null,
  null,
  leg.price,
  leg.price_book,
  leg.no_vig,
  leg.closing_price,
  leg.closing_no_vig,
  sportOfMarket(leg.stat_type),
]

/** The columns from the price on, which parlays do not have. */
const NO_PRICES: Cell[] = [null, null, null, null, null, null]

const parlayRow = (row: PastParlayRow): Cell[] => [
  'parlay',
  row.id,
  null,
  parlayDay(row),
  null,
  null,
  null,
  null,
  null,
  null,
  row.parlay_size,
  row.overall_confidence,
  row.details?.interval.low ?? null,
  row.details?.interval.high ?? null,
  row.details?.engine ?? null,
  row.created_at,
  row.outcome,
  null,
  row.settled_at,
  row.paid,
  row.recommended_units,
  ...NO_PRICES,
]

/** The track record as CSV: one row per pick, leg and parlay, with the values the server recorded. */
export const recordCsv = (legs: readonly TrackLeg[], parlays: readonly PastParlayRow[]): string =>
  toCsv(COLUMNS, [...legs.map(legRow), ...parlays.map(parlayRow)])

/** 'propsight-track-record-2026-07-18.csv'. */
export const recordFileName = (today: string): string => `propsight-track-record-${today}.csv`
