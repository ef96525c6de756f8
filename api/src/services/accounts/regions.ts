import type { ApiEnv } from '../../platform/config/env.ts'
import { HttpError } from '../../platform/errors.ts'

const REGION = /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/
const closed = () => new HttpError(403, 'REGION_CLOSED', 'Propsight is not open in your region yet.')
const unclear = () => new HttpError(400, 'BAD_REQUEST', 'Please choose your region')

/**
 * Refuses a sign-up from a region that the operator closed. Without closed regions no region is required.
 * @param declared region in the sign-up form, ISO 3166: `FR`, `US-WA`
 * @param seen header of the proxy with the region of the client's address. A proxy may append to a header
 * that the client sent, so each of several values is checked. Values that are not a region are ignored
 * @throws HttpError 403 REGION_CLOSED when the declared or a seen region is closed, 400 when no region is
 * declared, or only a country of which some parts are closed
 */
export function requireOpenRegion(
  { CLOSED_REGIONS }: Pick<ApiEnv, 'CLOSED_REGIONS'>,
  declared: string | undefined,
  seen: string,
): void {
  if (CLOSED_REGIONS.size === 0) return
  const isClosed = (region: string) =>
    CLOSED_REGIONS.has(region) || CLOSED_REGIONS.has(region.split('-', 1)[0] ?? '')
  const places = seen.split(',').map((place) => place.trim().toUpperCase())
  if (places.some((place) => REGION.test(place) && isClosed(place))) throw closed()
  if (declared === undefined) throw unclear()
  if (isClosed(declared)) throw closed()
  const partsAreClosed = [...CLOSED_REGIONS].some((region) => region.startsWith(`${declared}-`))
  if (!declared.includes('-') && partsAreClosed) throw unclear()
}
