import type { Sport } from '../clubs/sport.ts'
import { windAngle } from './wind.ts'

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
export function windWords(
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
