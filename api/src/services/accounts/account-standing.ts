import { HttpError, unauthorized } from '../../platform/errors.ts'
import type { TokenVerifier } from '../../platform/token-verifier.ts'
import type { RightsRepository, Standing } from '../../repositories/rights.ts'

/** A token lives an hour; an exclusion, a deletion or a sign-out is seen this much later at most. */
const FRESH_MS = 30_000
/** How long an answer still counts while the data service does not give another. */
const STALE_MS = 10 * 60_000
const MAX_USERS = 10_000

export interface AccountStanding {
  /**
   * @param sessionId of the token; null for one that names none
   * @throws HttpError 401 where the account is gone or the session has ended, 403 SELF_EXCLUDED, 503 when nobody can
   *   tell
   */
  check(userId: string, sessionId?: string | null): Promise<void>
  /** Asks anew the next time: what this instance itself changed counts at once. */
  forget(userId: string): void
}

/** A user's sessions stand beside each other: one may have ended, another not. */
const keyOf = (userId: string, sessionId: string | null) => `${userId} ${sessionId ?? ''}`

interface Known {
  standing: Standing
  at: number
}

/** Whether users behind good tokens may still use the product; asked once in 30 seconds for each of their sessions. */
export function createAccountStanding(
  rights: Pick<RightsRepository, 'standing'>,
  // Not the clock's time: set back by hours, it would keep what an exclusion has ended for as long.
  now: () => number = () => performance.now(),
): AccountStanding {
  const known = new Map<string, Known>()
  const asked = new Map<string, Promise<Standing>>()

  const ask = (key: string, userId: string, sessionId: string | null): Promise<Standing> => {
    const pending = asked.get(key)
    if (pending) return pending
    const at = now()
    const answer = rights
      .standing(userId, sessionId)
      .then((standing) => {
        // Forgotten meanwhile: what it says may be older than the change.
        if (asked.get(key) !== answer) return standing
        known.delete(key)
        const oldest = known.size >= MAX_USERS ? known.keys().next().value : undefined
        if (oldest !== undefined) known.delete(oldest)
        known.set(key, { standing, at })
        return standing
      })
      .finally(() => {
        if (asked.get(key) === answer) asked.delete(key)
      })
    asked.set(key, answer)
    return answer
  }
  const standingOf = async (userId: string, sessionId: string | null): Promise<Standing> => {
    const key = keyOf(userId, sessionId)
    const last = known.get(key)
    const age = last ? now() - last.at : Number.POSITIVE_INFINITY
    if (last && age < FRESH_MS) return last.standing
    try {
      return await ask(key, userId, sessionId)
    } catch (error) {
      if (last && age < STALE_MS && error instanceof HttpError && error.status === 503) return last.standing
      throw error
    }
  }

  return {
    async check(userId, sessionId = null) {
      const { known: exists, refusal, signedOut } = await standingOf(userId, sessionId)
      if (!exists) throw unauthorized('This account was deleted.')
      if (refusal !== null) throw new HttpError(403, 'SELF_EXCLUDED', refusal)
      if (signedOut) throw unauthorized('You were signed out. Sign in again.')
    },
    forget(userId) {
      for (const map of [known, asked])
        for (const key of map.keys()) if (key.startsWith(keyOf(userId, ''))) map.delete(key)
    },
  }
}

/** A verifier that also refuses good tokens whose account is gone or locked out. */
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
