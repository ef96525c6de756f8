import type { SessionUser } from '@propsight/shared/contracts'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { NOWHERE } from './scripted-clients.ts'

/** Counter for unique storage keys: the library warns if two clients share one. */
let clients = 0
const DAY_SECONDS = 86_400

const encoded = (value: unknown): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Creates a session in the provider's format, with an unsigned token. */
function sessionOf({ id, email }: SessionUser) {
  const expires = Math.floor(Date.now() / 1_000) + DAY_SECONDS
  const claims = { sub: id, email, role: 'authenticated', aud: 'authenticated', exp: expires }
  const at = new Date().toISOString()
  return {
    access_token: `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}.${encoded('unsigned')}`,
    refresh_token: 'harness',
    token_type: 'bearer',
    expires_in: DAY_SECONDS,
    expires_at: expires,
    user: { id, email, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: at },
  }
}

/**
 * Creates the real client of the data service with a scripted `fetch` and the scenario's session in its
 * storage.
 */
export function createScriptedSupabase(user: SessionUser | null, send: typeof fetch): SupabaseClient {
  const storageKey = `harness-session-${++clients}`
  const kept = new Map(user ? [[storageKey, JSON.stringify(sessionOf(user))]] : [])
  return createClient(NOWHERE, 'harness', {
    global: { fetch: send },
    auth: {
      storageKey,
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => {
          kept.set(key, value)
        },
        removeItem: (key) => {
          kept.delete(key)
        },
      },
    },
  })
}
