import { randomBytes } from 'node:crypto'
import type { ErrorCode, reserveBody, reserveResponse } from '@propsight/shared/contracts'
import { LEGAL_VERSION } from '@propsight/shared/domain'
import type * as z from 'zod'
import type { ApiEnv } from '../../platform/config/env.ts'
import { type DatabaseRefusal, HttpError, toHttpError } from '../../platform/errors.ts'
import type { AccessRepository } from '../../repositories/access.ts'

const REGION = /^[A-Z]{2}(-[A-Z0-9]{1,3})?$/
const regionClosedError = () =>
  new HttpError(403, 'REGION_CLOSED', 'Propsight is not open in your region yet.')
const regionRequiredError = () => new HttpError(400, 'BAD_REQUEST', 'Please choose your region')

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
  const seenRegions = seen.split(',').map((region) => region.trim().toUpperCase())
  if (seenRegions.some((region) => REGION.test(region) && isClosed(region))) throw regionClosedError()
  if (declared === undefined) throw regionRequiredError()
  if (isClosed(declared)) throw regionClosedError()
  const partsAreClosed = [...CLOSED_REGIONS].some((region) => region.startsWith(`${declared}-`))
  if (!declared.includes('-') && partsAreClosed) throw regionRequiredError()
}

const CODE_REFUSED = 'Invalid or already used access code'
const CODE_REQUIRED = 'Access code required for new accounts'
const UNDERAGE = 'You must be 21 or older to create an account'

const codeOf = ({ status, message }: DatabaseRefusal): ErrorCode => {
  if (status === 403) return 'SELF_EXCLUDED'
  if (message === UNDERAGE) return 'UNDERAGE'
  return message === CODE_REFUSED ? 'ACCESS_CODE_INVALID' : 'BAD_REQUEST'
}

const SECRET_BYTES = 32
const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url')

type ReserveBody = z.infer<typeof reserveBody>
export interface AccessPorts {
  readonly repositories: { readonly access: Pick<AccessRepository, 'redeem' | 'reserve'> }
  readonly env: Pick<ApiEnv, 'CLOSED_REGIONS' | 'PRIVILEGED_EMAILS'>
}

/** Refuses the acceptance of an outdated version of the legal texts. A missing version is not checked. */
function requireCurrentTerms(legalVersion: string | undefined) {
  if (legalVersion === undefined || legalVersion === LEGAL_VERSION) return
  throw new HttpError(409, 'CONFLICT', 'The terms have changed. Reload the page to read them.')
}

/**
 * Reserves a new account (C3, A5). Takes one use of the access code. An e-mail address in `PRIVILEGED_EMAILS`
 * needs no code, but the checks of age and region still apply. Stores the accepted version of the legal
 * texts.
 *
 * The sign-up repeats the returned secret. A call with the secret of an earlier reservation renews it; so does
 * a call for the same code and e-mail from the same network address, for browsers that lost the secret. Any
 * other call takes a place of its own, so that it can neither take nor block the place of another client.
 * @param caller `network`: key of the client's address; `seenRegion`: its region according to the proxy, empty
 * without such a proxy
 * @returns end of the reservation, ISO 8601, and its secret
 * @throws HttpError 400 ACCESS_CODE_INVALID (unknown, expired, used up, missing) or UNDERAGE, 403
 * REGION_CLOSED or SELF_EXCLUDED, 409 when the accepted legal texts are outdated
 */
export async function reserveAccess(
  { repositories, env }: AccessPorts,
  { email, code, dateOfBirth, region, legalVersion, secret = newSecret() }: ReserveBody,
  { network, seenRegion }: { network: string; seenRegion: string },
): Promise<z.infer<typeof reserveResponse>> {
  requireOpenRegion(env, region, seenRegion)
  requireCurrentTerms(legalVersion)
  const usedCode = env.PRIVILEGED_EMAILS.has(email) ? null : code
  if (usedCode === undefined) throw new HttpError(400, 'ACCESS_CODE_INVALID', CODE_REQUIRED)
  const terms = { email, code: usedCode, dateOfBirth, legalVersion: legalVersion ?? null }
  const reservedUntil = await toHttpError(repositories.access.reserve({ ...terms, secret, network }), codeOf)
  return { reservedUntil, secret }
}

/**
 * Redeems a reserved access code for its account (C3). Idempotent.
 * @throws HttpError 400 ACCESS_CODE_INVALID
 */
export async function redeemAccess(
  { repositories }: AccessPorts,
  userId: string,
  code: string,
): Promise<{ redeemed: true }> {
  const redeemed = await toHttpError(repositories.access.redeem(userId, code), codeOf)
  if (!redeemed) throw new HttpError(400, 'ACCESS_CODE_INVALID', CODE_REFUSED)
  return { redeemed: true }
}

const BAD_ROW = /^codes\.(\d+)(?:\.(\w+))?: (.*)$/s

/**
 * Runs `work`. Rewrites a validation error at `codes.N` so that it names the row of the imported file,
 * counted from 1.
 * @throws the error of `work`, with the rewritten message where one applies
 */
export async function withImportRow<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const [, index, field, what] = BAD_ROW.exec(error.message) ?? []
    if (index === undefined) throw error
    const where = field === undefined ? '' : `${field}: `
    throw new HttpError(error.status, error.code, `Row ${Number(index) + 1}: ${where}${what}`)
  }
}

/**
 * 32 characters without the look-alikes 0 and O, 1 and I. 256 is a multiple of 32, so a random byte modulo 32
 * selects each character with the same probability.
 */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

/**
 * Creates an access code such as `SPRING-K7QF-2MXA-P9RT-HB4E`. It has 80 random bits, because rate limits
 * alone do not stop guesses from many addresses, and a thousand codes may be valid at the same time.
 * @param prefix placed before the code with a hyphen; '' for none
 */
export function createRandomCode(prefix: string): string {
  const characters = [...randomBytes(GROUPS * GROUP_LENGTH)].map((byte) =>
    CHARACTERS.charAt(byte % CHARACTERS.length),
  )
  const groups = Array.from({ length: GROUPS }, (_, at) =>
    characters.slice(at * GROUP_LENGTH, (at + 1) * GROUP_LENGTH).join(''),
  )
  const code = groups.join('-')
  return prefix === '' ? code : `${prefix.replace(/-+$/, '')}-${code}`
}
