const RADIANS = Math.PI / 180

/**
 * Where a wind blows to, seen from home plate: degrees from the line to centre field, −180 to 180, positive towards right
 * field. 0 blows straight out, ±180 straight in.
 * @param fromDegrees where the wind comes from, clockwise from true north, as forecasts give it
 * @param bearing from home plate to centre field, clockwise from true north
 */
export function windAngle(fromDegrees: number, bearing: number): number {
  const turned = (fromDegrees + 180 - bearing) % 360
  const positive = (turned + 360) % 360
  return positive > 180 ? positive - 360 : positive
}

/** Component of the wind along home plate → centre field, in the unit of `speed`; negative blows in. */
export const windOutOf = (speed: number, fromDegrees: number, bearing: number): number =>
  speed * Math.cos(windAngle(fromDegrees, bearing) * RADIANS)
