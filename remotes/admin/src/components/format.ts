const DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const TIME = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})
const COUNT = new Intl.NumberFormat('en-US')

/** 'Jul 15, 2026' in the browser's time zone; an em dash for null. */
export const dateText = (iso: string | null): string => (iso ? DATE.format(new Date(iso)) : '—')
/** 'Jul 15, 2026, 7:05 PM'. */
export const timeText = (iso: string | null): string => (iso ? TIME.format(new Date(iso)) : '—')
/** '1,440'. */
export const countText = (count: number): string => COUNT.format(count)
/** '+20', '−3', '0'. */
export const changeText = (delta: number): string =>
  delta > 0 ? `+${countText(delta)}` : countText(delta).replace('-', '−')
/** '1 code', '2 codes'. */
export const countedText = (count: number, one: string): string =>
  `${countText(count)} ${one}${count === 1 ? '' : 's'}`
