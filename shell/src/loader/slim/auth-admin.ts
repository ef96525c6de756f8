import { AuthApiError, type AuthError, AuthRetryableFetchError } from '@supabase/supabase-js'

interface Settings {
  url: string
  headers: Record<string, string>
  fetch?: typeof fetch
}

/**
 * Stands in for auth-js's `GoTrueAdminApi` in the shell's build: the administration of accounts takes the secret key,
 * which no browser has. What is left is how the client ends the session of its own user.
 */
class AuthAdmin {
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** @param scope `local` for this session, `others`, or `global` for all of the user's */
  async signOut(token: string, scope = 'global'): Promise<{ data: null; error: AuthError | null }> {
    const { url, headers, fetch: ask = fetch } = this.#settings
    const authorization = { Authorization: `Bearer ${token}` }
    const request = { method: 'POST', headers: { ...headers, ...authorization } }
    const { ok, status } = await ask(`${url}/logout?scope=${scope}`, request).catch(() => ({
      ok: false,
      status: 0,
    }))
    const message = 'The session did not end on the server'
    // The client tells a server that is away from one that knows no such session.
    const isAway = status === 0 || status >= 500
    const error = isAway
      ? new AuthRetryableFetchError(message, status)
      : new AuthApiError(message, status, undefined)
    return { data: null, error: ok ? null : error }
  }
}

// The library imports it so.
export { AuthAdmin as default }
