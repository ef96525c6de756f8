const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** 'Jul 18, 2026, 9:14 PM' in the user's zone. */
export const asMoment = (iso: string): string => moment.format(new Date(iso))
/** 'July 18, 2026' in the user's zone. */
export const asDay = (date: Date): string => day.format(date)

export const credits = (count: number): string => `${count} ${count === 1 ? 'credit' : 'credits'}`
