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
