import type { ApiEnv } from '../../platform/config/env.ts'
import { HttpError } from '../../platform/errors.ts'

const REGION = /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/
const closed = () => new HttpError(403, 'REGION_CLOSED', 'Propsight is not open in your region yet.')
const unclear = () => new HttpError(400, 'BAD_REQUEST', 'Please choose your region')

/**
 * Refuses a sign-up from where the operator closed it. Where nothing is closed nobody is asked.
 * @param declared what the form says, ISO 3166: `FR`, `US-WA`
 * @param seen what the proxy in front says of the visitor's address; anything else than a region says nothing. A
 * visitor may have said it too, before a proxy that adds to the header: each of several counts
 * @throws HttpError 403 REGION_CLOSED when either is closed, 400 when none is declared, or a country of which only
 * parts are closed
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
