import { createCache } from '../../platform/cache/cache.ts'
import { HttpError, unauthorized } from '../../platform/errors.ts'
import type { TokenVerifier } from '../../platform/token-verifier.ts'
import type { RightsRepository, Standing } from '../../repositories/users.ts'

/**
 * Time that a cached standing is used without a new read: the longest delay until an exclusion, a deletion or
 * a sign-out takes effect. Without the check, an access token would remain valid for up to an hour.
 */
const FRESH_MS = 30_000
/** Time that a cached standing is used while the data service is unavailable. */
const STALE_MS = 10 * 60_000
const MAX_USERS = 10_000

export interface AccountStanding {
  /**
   * Resolves when the user may use the product.
   * @param sessionId of the token; null for a token without a session id
   * @throws HttpError 401 when the account was deleted or the session has ended, 403 SELF_EXCLUDED, 503 when
   *   the standing is unknown because the data service is unavailable
   */
  check(userId: string, sessionId?: string | null): Promise<void>
  /** Drops the cached standing, so that a change made by this instance takes effect at once. */
  forget(userId: string): void
}

/** Cache key per session, since one session of a user may have ended while another is valid. */
const keyOf = (userId: string, sessionId: string | null) => `${userId} ${sessionId ?? ''}`

/**
 * Checks whether the users of valid tokens may still use the product. Reads the standing of each session at
 * most once in 30 seconds.
 */
export function createAccountStanding(
  rights: Pick<RightsRepository, 'standing'>,
  // Monotonic: a wall clock that is set back by hours would keep a cached standing valid for as long.
  now: () => number = () => performance.now(),
): AccountStanding {
  const standings = createCache<Standing>({
    ages: { freshMs: FRESH_MS, graceMs: FRESH_MS, keepMs: STALE_MS },
    now,
    entries: MAX_USERS,
    mayServeStale: (error) => error instanceof HttpError && error.status === 503,
  })

  return {
    async check(userId, sessionId = null) {
      const { value } = await standings.read(keyOf(userId, sessionId), async () => {
        // The age counts from the start of the read: the standing may change during it.
        const readAtMs = now()
        return { value: await rights.standing(userId, sessionId), readAtMs }
      })
      const { known: exists, refusal, signedOut } = value
      if (!exists) throw unauthorized('This account was deleted.')
      if (refusal !== null) throw new HttpError(403, 'SELF_EXCLUDED', refusal)
      if (signedOut) throw unauthorized('You were signed out. Sign in again.')
    },
    forget: (userId) => standings.forget(keyOf(userId, '')),
  }
}

/** Returns a verifier that also refuses valid tokens of accounts that were deleted or excluded. */
export const withStanding = (
  tokens: TokenVerifier,
  standing: Pick<AccountStanding, 'check'>,
): TokenVerifier => ({
  async verify(token) {
    const user = await tokens.verify(token)
    await standing.check(user.id, user.sessionId)
    return user
  },
})
