import type { TokenVerifier } from '../auth/token-verifier.ts'
import { HttpError, unauthorized } from '../http/error.ts'
import type { RightsRepository, Standing } from '../repositories/rights.ts'

/** A token lives an hour; an exclusion or a deletion made on another instance is seen this much later at most. */
const FRESH_MS = 30_000
/** How long an answer still counts while the data service does not give another. */
const STALE_MS = 10 * 60_000
const MAX_USERS = 10_000

export interface AccountStanding {
  /** @throws HttpError 401 where the account is gone, 403 SELF_EXCLUDED, 503 when nobody can tell */
  check(userId: string): Promise<void>
  /** Asks anew the next time: what this instance itself changed counts at once. */
  forget(userId: string): void
}

interface Known {
  standing: Standing
  at: number
}

/** Whether users behind good tokens may still use the product; asked once in 30 seconds for each. */
export function createAccountStanding(
  rights: Pick<RightsRepository, 'standing'>,
  now: () => number = Date.now,
): AccountStanding {
  const known = new Map<string, Known>()
  const asked = new Map<string, Promise<Standing>>()

  const ask = (userId: string): Promise<Standing> => {
    const pending = asked.get(userId)
    if (pending) return pending
    const at = now()
    const answer = rights
      .standing(userId)
      .then((standing) => {
        // Forgotten meanwhile: what it says may be older than the change.
        if (asked.get(userId) !== answer) return standing
        known.delete(userId)
        const oldest = known.size >= MAX_USERS ? known.keys().next().value : undefined
        if (oldest !== undefined) known.delete(oldest)
        known.set(userId, { standing, at })
        return standing
      })
      .finally(() => {
        if (asked.get(userId) === answer) asked.delete(userId)
      })
    asked.set(userId, answer)
    return answer
  }
  const standingOf = async (userId: string): Promise<Standing> => {
    const last = known.get(userId)
    const age = last ? now() - last.at : Number.POSITIVE_INFINITY
    if (last && age < FRESH_MS) return last.standing
    try {
      return await ask(userId)
    } catch (error) {
      if (last && age < STALE_MS && error instanceof HttpError && error.status === 503) return last.standing
      throw error
    }
  }

  return {
    async check(userId) {
      const { known: exists, refusal } = await standingOf(userId)
      if (!exists) throw unauthorized('This account was deleted.')
      if (refusal !== null) throw new HttpError(403, 'SELF_EXCLUDED', refusal)
    },
    forget(userId) {
      known.delete(userId)
      asked.delete(userId)
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
    await standing.check(user.id)
    return user
  },
})
