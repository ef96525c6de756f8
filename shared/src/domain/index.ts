export * from './accounts.ts'
export * from './analysis-limits.ts'
export * from './books/book-rules.ts'
export * from './books/books.ts'
export * from './books/entry-rules.ts'
export * from './clubs/club.ts'
export { lineOdds } from './engine/forecast.ts'
export {
  GATE_CLOSED,
  isEdge,
  isSupported,
  LEAST_EDGE_BETS,
  LEAST_EDGE_DAYS,
  supportsEdges,
} from './engine/price-record.ts'
export * from './grades.ts'
export * from './league-clock.ts'
export * from './lines/hit-rates.ts'
export * from './lines/line-trend.ts'
export * from './lines/rank.ts'
export * from './lines/recommendation.ts'
export * from './payouts/break-even.ts'
export * from './payouts/payout.ts'
export * from './payouts/stake.ts'
export * from './picks.ts'
export * from './prop/identity.ts'
export * from './prop/line-forecast.ts'
export { canonicalClubCode } from './sports/mlb/club-codes.ts'
export * from './sports/mlb/market-facts.ts'
export * from './sports/mlb/opponent-history.ts'
export * from './sports/mlb/park-factors.ts'
export * from './sports/mlb/stat-types.ts'
export * from './sports/open.ts'
export * from './sports/stat-type.ts'
export * from './stats-text.ts'
