import { createWritableValue } from '@propsight/shared/client'
import type { Profile, SessionUser } from '@propsight/shared/contracts'
import { STARTING_CREDITS } from '@propsight/shared/domain'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type RemoteAnswers, refuse } from '../answers.ts'
import type { DataService } from '../data/data-service.ts'
import type { Report } from '../messages.ts'
import { SCENARIOS, type ScenarioName, SLOW_MS } from '../scenarios.ts'

/**
 * Returns the user of a scenario. Each scenario has its own, so that data in browser storage is not shared.
 */
const userIn = (scenario: ScenarioName): SessionUser => ({
  id: `6f9619ff-8b86-4d01-b42d-00c04fc964f${Object.keys(SCENARIOS).indexOf(scenario)}`,
  email: 'rae@example.com',
})

/** Creates the account of a scenario: the profile on the server, and the copy that the shell has read. */
export function createAccount(answers: RemoteAnswers, scenario: ScenarioName) {
  const user = userIn(scenario)
  const signedIn = scenario !== 'signed-out'
  const created = new Date(Date.now() - 30 * 86_400_000).toISOString()
  let serverProfile: Profile = {
    user_id: user.id,
    email: user.email,
    email_verified_at: created,
    credits: STARTING_CREDITS,
    plan: 'free',
    last_email_change: null,
    created_at: created,
    updated_at: created,
    ...answers.profile,
    ...(scenario === 'no-credits' ? { credits: 0 } : {}),
  }
  const session = createWritableValue<SessionUser | null>(signedIn ? user : null)
  const profile = createWritableValue<Profile | null>(signedIn ? serverProfile : null)
  const credits = createWritableValue<number | null>(signedIn ? serverProfile.credits : null)
  const show = () => {
    profile.set(session.get() && serverProfile)
    credits.set(session.get() && serverProfile.credits)
  }
  return {
    session,
    profile,
    credits,
    /** Charges credits on the server; the shell shows the change after reading the profile again. */
    spend(count: number): void {
      serverProfile = { ...serverProfile, credits: Math.max(0, serverProfile.credits - count) }
    },
    refresh: show,
    signOut(): void {
      session.set(null)
      show()
    },
  }
}
export type Account = ReturnType<typeof createAccount>

/** Counter for unique storage keys: the library warns if two clients share one. */
let clients = 0
const DAY_SECONDS = 86_400

const encoded = (value: unknown): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** Creates a session in the provider's format, with an unsigned token. */
function createSession({ id, email }: SessionUser) {
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
  const stored = new Map(user ? [[storageKey, JSON.stringify(createSession(user))]] : [])
  return createClient(UNRESOLVABLE_ORIGIN, 'harness', {
    global: { fetch: send },
    auth: {
      storageKey,
      persistSession: true,
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => {
          stored.set(key, value)
        },
        removeItem: (key) => {
          stored.delete(key)
        },
      },
    },
  })
}

/** Unresolvable origin, so that a request that bypasses the script fails. */
export const UNRESOLVABLE_ORIGIN = 'http://harness.invalid'

/** Resolves after `ms` milliseconds, or rejects with the reason of the abort. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', giveUp)
      resolve()
    }, ms)
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
  })

async function bodyOf(request: Request): Promise<unknown> {
  if (request.headers.get('content-type')?.startsWith('multipart/form-data')) return request.formData()
  const text = await request.text()
  return text ? JSON.parse(text) : null
}

interface Script {
  answers: RemoteAnswers
  scenario: ScenarioName
  account: Account
  report: Report
  data: DataService
  slowMs?: number
}

/** Creates a `fetch` for the API client and the data service client. All responses come from the script. */
export function createScriptedFetch({ answers, scenario, account, report, data, slowMs = SLOW_MS }: Script) {
  async function api(request: Request): Promise<Response> {
    const { pathname: path, searchParams } = new URL(request.url)
    const { method } = request
    if (scenario === 'failing')
      return refuse(503, 'UNAVAILABLE', 'The server fails, as this scenario requires')
    if (scenario === 'no-credits' && method === 'POST' && path === '/api/runs')
      return refuse(402, 'NO_CREDITS', 'No credits remaining')
    const script =
      method === 'GET' || method === 'POST' ? answers.api?.[`${method} ${path as `/${string}`}`] : undefined
    if (!script) return refuse(404, 'NOT_FOUND', `src/dev/answers.ts has no '${method} ${path}'`)
    const query = Object.fromEntries(searchParams)
    const body = await bodyOf(request)
    const user = account.session.get()
    const value = await script({ method, path, query, body, scenario, user, spend: account.spend })
    if (value instanceof Response) return value
    return value === null || value === undefined ? new Response(null, { status: 204 }) : Response.json(value)
  }

  function auth(path: string): Response {
    const user = account.session.get()
    if (path === '/auth/v1/logout') account.signOut()
    if (path === '/auth/v1/user' && user) return Response.json(user)
    return path === '/auth/v1/logout'
      ? new Response(null, { status: 204 })
      : Response.json({ code: 403, error_code: 'no_session', msg: 'No user is signed in' }, { status: 403 })
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (scenario === 'offline') throw new TypeError('Failed to fetch')
    if (scenario === 'slow') await wait(slowMs, request.signal)
    if (pathname.startsWith('/auth/')) return auth(pathname)
    return pathname.startsWith('/rest/') ? data.answer(request, account.session.get()) : api(request)
  }

  return async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request =
      input instanceof Request
        ? new Request(input, init)
        : new Request(new URL(input, UNRESOLVABLE_ORIGIN), init)
    const { pathname, search } = new URL(request.url)
    const begun = performance.now()
    const record = (status: number | null) =>
      report({
        kind: pathname.startsWith('/api/') ? 'api' : 'data',
        method: request.method,
        path: pathname + search,
        status,
        ms: Math.round(performance.now() - begun),
      })
    try {
      const response = await answer(request)
      record(response.status)
      return response
    } catch (error) {
      record(null)
      throw error
    }
  }
}
