export { type Cell, toCsv } from './csv.ts'
export {
  ageText,
  clockText,
  dateText,
  leagueDayText,
  longDateText,
  longDayText,
  momentText,
  recentText,
  shortDayText,
  weekdayClockText,
  zoneText,
} from './dates.ts'
export {
  beatText,
  countText,
  formatPercent,
  formatPercentRange,
  formatSigned,
  numberText,
  parseDecimal,
  unreadText,
} from './numbers.ts'
