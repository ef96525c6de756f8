import type { Deps } from '../deps.ts'
import { HttpError, unauthorized } from '../platform/errors.ts'
import { adminSessionEnd, refuseOtherPages } from './admin-cookie.ts'
import { isAdminKey, type KeyDeps, refuseLocked, requireKey } from './admin-key.ts'
import { bearerToken } from './auth.ts'
import type { ApiContext } from './context.ts'

/** Actor of the audit log for a request with the admin key. */
export const KEY_ACTOR = 'admin key'
/**
 * The shape of a JSON Web Token. Its signature cannot be guessed, so such a token does not count as a wrong
 * key.
 */
const SESSION_TOKEN = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/

export type AdminAuthDeps = KeyDeps & Pick<Deps, 'tokens' | 'repositories'>

export interface Admin {
  /** Actor of the audit log: 'admin key', or the user's id. */
  actor: string
  /** Null for the key. */
  userId: string | null
}

const KEY_HOLDER: Admin = { actor: KEY_ACTOR, userId: null }

/** Messages of a refusal: which bearer token is expected, and that the given one is wrong. */
export interface AdminWords {
  wanted: string
  wrong: string
}
const WORDS: AdminWords = {
  wanted: "the admin key or an administrator's session",
  wrong: 'This takes the admin key, and this is not it',
}

/** The administrator of a user's token, or the error to throw when no other credential admits the request. */
async function personOf(deps: AdminAuthDeps, token: string): Promise<Admin | HttpError> {
  try {
    const { id, sessionId } = await deps.tokens.verify(token)
    if (sessionId !== undefined && (await deps.repositories.admins.isAdmin(id, sessionId)))
      return { actor: id, userId: id }
    return new HttpError(403, 'FORBIDDEN', 'This account is no administrator')
  } catch (error) {
    // An invalid token, or a self-excluded user. Any other failure says nothing about this user.
    if (error instanceof HttpError && error.status < 500) return error
    throw error
  }
}

/**
 * Admits administrators: by the token of an administrator, by the cookie of an admin session, or by the admin
 * key. One of them suffices. Reads headers only. A user's token never counts as a guess of the key.
 * @returns the actor for the audit log
 * @throws HttpError 401, 403 (not an administrator, or the cookie was sent by a page of another site), 429
 * while the address is locked after wrong keys
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
