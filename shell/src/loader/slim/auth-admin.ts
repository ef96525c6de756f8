import { AuthApiError, type AuthError, AuthRetryableFetchError } from '@supabase/supabase-js'

interface Settings {
  url: string
  headers: Record<string, string>
  fetch?: typeof fetch
}

/**
 * Replaces auth-js's `GoTrueAdminApi` in the shell's build, to reduce its size. Account administration needs
 * the secret key, which no browser has. Only `signOut` is kept, which the client calls to end the session of
 * its user.
 */
class AuthAdmin {
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }

  /** @param scope `local` for this session, `others` for all other sessions of the user, `global` for all */
  async signOut(token: string, scope = 'global'): Promise<{ data: null; error: AuthError | null }> {
    const { url, headers, fetch: send = fetch } = this.#settings
    const authorization = { Authorization: `Bearer ${token}` }
    const request = { method: 'POST', headers: { ...headers, ...authorization } }
    const { ok, status } = await send(`${url}/logout?scope=${scope}`, request).catch(() => ({
      ok: false,
      status: 0,
    }))
    const message = 'The session did not end on the server'
    // The client handles an unavailable server and an unknown session differently.
    const isUnavailable = status === 0 || status >= 500
    const error = isUnavailable
      ? new AuthRetryableFetchError(message, status)
      : new AuthApiError(message, status, undefined)
    return { data: null, error: ok ? null : error }
  }
}

// The library imports the default export.
export { AuthAdmin as default }
