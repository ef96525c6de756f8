export { type Cell, toCsv } from './csv.ts'
export { ageText, clockText, leagueDayText, shortDayText } from './dates.ts'
export {
  countText,
  formatPercent,
  formatPercentRange,
  formatSigned,
  numberText,
} from './numbers.ts'
