import type { Sport } from '../clubs/club.ts'

const POINTS = [
  'N',
  'NNE',
  'NE',
  'ENE',
  'E',
  'ESE',
  'SE',
  'SSE',
  'S',
  'SSW',
  'SW',
  'WSW',
  'W',
  'WNW',
  'NW',
  'NNW',
] as const
/** 16 points of 22.5 degrees (W3). */
const DEGREES_PER_POINT = 22.5

/**
 * The compass point, of 16, nearest to a bearing in degrees clockwise from north. Any number of turns is
 * allowed.
 */
export function compassPoint(degrees: number): string {
  const point = Math.round(degrees / DEGREES_PER_POINT) % POINTS.length
  return POINTS[(point + POINTS.length) % POINTS.length] ?? 'N'
}

const RADIANS = Math.PI / 180

/**
 * Direction that a wind blows to, seen from home plate: degrees from the line to centre field, −180 to 180,
 * positive towards right field. 0 blows straight out, ±180 straight in.
 * @param fromDegrees direction that the wind blows from, clockwise from true north, as in forecasts
 * @param bearing from home plate to centre field, clockwise from true north
 */
export function windAngle(fromDegrees: number, bearing: number): number {
  const turned = (fromDegrees + 180 - bearing) % 360
  const positive = (turned + 360) % 360
  return positive > 180 ? positive - 360 : positive
}

/** Component of the wind from home plate to centre field, in the unit of `speed`; negative blows in. */
export const windOutOf = (speed: number, fromDegrees: number, bearing: number): number =>
  speed * Math.cos(windAngle(fromDegrees, bearing) * RADIANS)

/** Speed below which wind is described as calm, without a direction. */
const CALM_MPH = 1
/** Degrees from the line to centre field. The foul lines are at 45. */
const CENTER_WITHIN = 20
const ALLEY_WITHIN = 45
const ACROSS_FROM = 75
/** Degrees from the long axis of a football field. */
const ALONG_WITHIN = 30
const ACROSS_FIELD_FROM = 60

const partOfField = (offCenter: number, side: 'left' | 'right'): string => {
  if (offCenter <= CENTER_WITHIN) return 'center'
  return offCenter < ALLEY_WITHIN ? `${side}-center` : side
}

/** @param angle as returned by `windAngle` */
function inBaseball(angle: number): string {
  const off = Math.abs(angle)
  const towards = angle < 0 ? 'left' : 'right'
  const opposite = angle < 0 ? 'right' : 'left'
  if (off < ACROSS_FROM) return `out to ${partOfField(off, towards)}`
  if (off <= 180 - ACROSS_FROM) return `across to ${towards}`
  return `in from ${partOfField(180 - off, opposite)}`
}

function inFootball(angle: number): string {
  const off = Math.min(Math.abs(angle), 180 - Math.abs(angle))
  if (off < ALONG_WITHIN) return 'along the field'
  return off <= ACROSS_FIELD_FROM ? 'slanting across the field' : 'across the field'
}

/**
 * Describes the wind relative to the field: 'out to left', 'in from right-center', 'across to right', 'along
 * the field'.
 * @param bearing of the field (`Stadium.bearing`)
 * @param fromDegrees direction that the wind blows from, clockwise from true north
 * @returns 'calm' below 1 mph; null where bearing, direction or speed is unknown
 */
export function describeWind(
  sport: Sport,
  bearing: number | null,
  fromDegrees: number | null,
  mph: number | null,
): string | null {
  if (mph !== null && mph < CALM_MPH) return 'calm'
  if (bearing === null || fromDegrees === null || mph === null) return null
  const angle = windAngle(fromDegrees, bearing)
  return sport === 'baseball' ? inBaseball(angle) : inFootball(angle)
}
