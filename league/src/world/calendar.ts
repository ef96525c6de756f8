const DAY_MS = 86_400_000

/** Days since 1970 of a `YYYY-MM-DD` day. */
export const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
/** 0 Sunday … 6 Saturday. */
export const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7

/** Opening day: the first Thursday on or after March 25. */
export function openingDay(season: number): number {
  let day = dayNumber(`${season}-03-25`)
  while (weekday(day) !== 4) day++
  return day
}

const offsets = new Map<string, number>()
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const made = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, made)
  return made
}

const offsetMinutes = (timeZone: string, date: string): number => {
  const key = `${timeZone} ${date}`
  const cached = offsets.get(key)
  if (cached !== undefined) return cached
  const noon = new Date(`${date}T18:00:00Z`)
  const name = formatOf(timeZone)
    .formatToParts(noon)
    .find(({ type }) => type === 'timeZoneName')?.value
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '')
  const sign = match?.[1] === '-' ? -1 : 1
  const minutes = match ? sign * (Number(match[2]) * 60 + Number(match[3])) : 0
  offsets.set(key, minutes)
  return minutes
}

/** The UTC instant (ISO, whole seconds) of a local wall time on a day. */
export function instantOf(date: string, localTime: string, timeZone: string): string {
  const local = Date.parse(`${date}T${localTime}:00Z`)
  return new Date(local - offsetMinutes(timeZone, date) * 60_000).toISOString().replace('.000Z', 'Z')
}

/** An instant as Eastern wall time with its offset, the time format of the lines service. */
export function easternIso(instant: string): string {
  const minutes = offsetMinutes('America/New_York', instant.slice(0, 10))
  const local = new Date(Date.parse(instant) + minutes * 60_000).toISOString().slice(0, 19)
  const hours = String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0')
  return `${local}${minutes < 0 ? '-' : '+'}${hours}:${String(Math.abs(minutes) % 60).padStart(2, '0')}`
}
