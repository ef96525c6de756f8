import { numberText } from '@propsight/shared/format'

const DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
const TIME = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** 'Jul 15, 2026' in the browser's time zone; an em dash for null. */
export const dateText = (iso: string | null): string => (iso ? DATE.format(new Date(iso)) : '—')
/** 'Jul 15, 2026, 7:05 PM'. */
export const timeText = (iso: string | null): string => (iso ? TIME.format(new Date(iso)) : '—')
/** '+20', '−3', '0'. */
export const changeText = (delta: number): string =>
  delta > 0 ? `+${numberText(delta)}` : numberText(delta).replace('-', '−')
