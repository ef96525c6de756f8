import type { Deps } from '../deps.ts'
import { HttpError, unauthorized } from '../platform/errors.ts'
import { adminSessionEnd, refuseOtherPages } from './admin-cookie.ts'
import { isAdminKey, type KeyDeps, refuseLocked, requireKey } from './admin-key.ts'
import { bearerToken } from './auth.ts'
import type { ApiContext } from './context.ts'

/** What the records call whoever holds the admin key. */
export const KEY_ACTOR = 'admin key'
/** How a JSON Web Token begins (`{"`) and is divided; its signature is beyond guessing, so it is no try at a key. */
const SESSION_TOKEN = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/

export type AdminAuthDeps = KeyDeps & Pick<Deps, 'tokens' | 'repositories'>

export interface Admin {
  /** As the records say it: 'admin key', or the user's id. */
  actor: string
  /** Null for the key. */
  userId: string | null
}

const KEY_HOLDER: Admin = { actor: KEY_ACTOR, userId: null }

/** What a refusal says: which bearer was wanted, and that this is not it. */
export interface AdminWords {
  wanted: string
  wrong: string
}
const WORDS: AdminWords = {
  wanted: "the admin key or an administrator's session",
  wrong: 'This takes the admin key, and this is not it',
}

/** The administrator behind a user's token, or the refusal that it deserves where nothing else lets the request in. */
async function personOf(deps: AdminAuthDeps, token: string): Promise<Admin | HttpError> {
  try {
    const { id, sessionId } = await deps.tokens.verify(token)
    if (sessionId !== undefined && (await deps.repositories.admins.isAdmin(id, sessionId)))
      return { actor: id, userId: id }
    return new HttpError(403, 'FORBIDDEN', 'This account is no administrator')
  } catch (error) {
    // Not good, or of somebody who excluded themselves; anything else is no answer about this person.
    if (error instanceof HttpError && error.status < 500) return error
    throw error
  }
}

/**
 * Lets administrators through: by an administrator's own token, by the cookie that the admin key was exchanged for, or
 * by the key itself; one of them suffices. Reads headers only. A user's token is never counted as a guess of the key.
 * @returns who acts, for the audit log
 * @throws HttpError 401, 403 (no administrator; the cookie from a page that is not ours), 429 while the address is
 *   locked by wrong keys
 */
export async function requireAdmin(deps: AdminAuthDeps, ctx: ApiContext, words = WORDS): Promise<Admin> {
  const token = bearerToken(ctx)
  const isSession = token !== null && SESSION_TOKEN.test(token)
  const person = isSession ? await personOf(deps, token) : null
  if (person && !(person instanceof HttpError)) return person
  if (adminSessionEnd(ctx, deps)) {
    refuseOtherPages(ctx, deps)
    return KEY_HOLDER
  }
  if (token === null) {
    await refuseLocked(deps, ctx)
    throw unauthorized(`Send ${words.wanted} as 'Authorization: Bearer …'`)
  }
  if (person && !isAdminKey(deps, token)) throw person
  if (!person) await requireKey(deps, ctx, token, words.wrong)
  return KEY_HOLDER
}
