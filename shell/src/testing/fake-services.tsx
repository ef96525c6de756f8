import { CONTENT_ROUTES, createRouterLocation, ROUTER_FLAGS, RouterContent } from '@propsight/shared/client'
import type { ApiRequest, PageConfig } from '@propsight/shared/contracts'
import type { AuthChangeEvent, Session, SupabaseClient } from '@supabase/supabase-js'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createStore, Provider } from 'jotai'
import type { ReactElement, ReactNode } from 'react'
import { createBrowserRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { safeStorage } from '../state/safe-storage.ts'
import { type Services, ServicesContext } from '../state/services.ts'

export const USER_ID = '6f9619ff-8b86-4d01-b42d-00c04fc964ff'
type Listener = (event: AuthChangeEvent, session: Session | null) => void
interface Answer {
  data?: unknown
  error: { message: string; code?: string; name?: string; status?: number } | null
}

export const sessionOf = (email: string): Session =>
  ({ access_token: 'token', refresh_token: 'refresh', user: { id: USER_ID, email } }) as Session

/** A session of another user than that of `sessionOf`. */
export function otherUserSession(email: string): Session {
  const session = sessionOf(email)
  return { ...session, user: { ...session.user, id: '0e9d2a6e-9d4b-4d55-9c9c-0f2c52c1b3aa' } }
}

export const profileRow = (over: object = {}): object => ({
  user_id: USER_ID,
  email: 'rae@example.com',
  email_verified_at: null,
  credits: 20,
  plan: 'free',
  last_email_change: null,
  created_at: '2026-07-01T00:00:00Z',
  updated_at: '2026-07-01T00:00:00Z',
  ...over,
})

/** Fake of the Supabase client as the shell uses it. The test sets its answers and emits its events. */
export function fakeSupabase() {
  const listeners = new Set<Listener>()
  let session: Session | null = null
  /** One answer per query of `user_profiles`, in order. The last answer is repeated. */
  let profiles: Answer[] = [{ data: profileRow(), error: null }]
  const queries: string[] = []
  /** Answers of queries of other tables, by table; an empty list by default. */
  const tables: Record<string, () => Answer> = {}
  const writes: { table: string; name: string; values: unknown[] }[] = []
  const emit = (event: AuthChangeEvent, next: Session | null) => {
    session = next
    for (const listener of [...listeners]) listener(event, next)
  }
  const ok = { data: { session: null as Session | null }, error: null }
  const auth = {
    onAuthStateChange: (listener: Listener) => {
      listeners.add(listener)
      return { data: { subscription: { unsubscribe: () => listeners.delete(listener) } } }
    },
    getSession: vi.fn(async () => ({ data: { session }, error: null })),
    signInWithPassword: vi.fn(async (_form: { email: string; password: string }): Promise<Answer> => ok),
    signUp: vi.fn(
      async (_form: object) => ok as { data: { session: Session | null }; error: Answer['error'] },
    ),
    signInWithOtp: vi.fn(async (_form: object): Promise<Answer> => ok),
    resetPasswordForEmail: vi.fn(async (_email: string, _options: object): Promise<Answer> => ok),
    updateUser: vi.fn(async (_change: object): Promise<Answer> => ok),
    getUser: vi.fn(
      async (): Promise<{ data: { user: object | null }; error: (Error & { code?: string }) | null }> => ({
        data: { user: session?.user ?? null },
        error: null,
      }),
    ),
    refreshSession: vi.fn(async () => ({ data: { session, user: session?.user ?? null }, error: null })),
    verifyOtp: vi.fn(async (_params: object): Promise<Answer> => ok),
    exchangeCodeForSession: vi.fn(async (_code: string): Promise<Answer> => ok),
    setSession: vi.fn(async (_tokens: object): Promise<Answer> => ok),
    signOut: vi.fn(async (_options?: object): Promise<Answer> => {
      emit('SIGNED_OUT', null)
      return { error: null }
    }),
  }
  /** Every method returns the builder. Awaiting the builder takes the next answer. */
  const query = (table: string): object => {
    const named =
      (name: string) =>
      (...values: unknown[]) => {
        queries.push(name)
        if (name !== 'select') writes.push({ table, name, values })
        return builder
      }
    const nextProfile = () => (profiles.length > 1 ? profiles.shift() : profiles[0])
    const answerOf = () =>
      table === 'user_profiles' ? nextProfile() : (tables[table]?.() ?? { data: [], error: null })
    const builder = {
      select: named('select'),
      eq: named('eq'),
      order: named('order'),
      limit: named('limit'),
      insert: named('insert'),
      upsert: named('upsert'),
      delete: named('delete'),
      single: named('single'),
      // biome-ignore lint/suspicious/noThenProperty: the real builder is a thenable too
      then: (resolve: (answer: Answer | undefined) => void) => resolve(answerOf()),
    }
    return builder
  }
  return {
    client: { auth, from: query } as unknown as SupabaseClient,
    auth,
    queries,
    tables,
    writes,
    emit,
    setSession: (next: Session | null) => {
      session = next
    },
    answerProfiles: (...answers: Answer[]) => {
      profiles = answers
    },
  }
}

export const CONFIG: PageConfig = {
  supabaseUrl: '',
  publishableKey: 'key',
  apiUrl: '',
  dataSource: { kind: 'sample', label: 'Sample data', today: '2026-07-18', season: 2026 },
  mailbox: false,
  contact: false,
  closedRegions: [],
  passwordMinLength: 6,
  serviceWorker: false,
  helplines: [],
  version: 'test',
}

type Api = (path: string, request?: ApiRequest) => Promise<unknown>

/** Services with fakes. `api` answers requests by path. */
export function fakeServices(api: Api = async () => ({})) {
  const supabase = fakeSupabase()
  const json = vi.fn(api)
  const reload = vi.fn()
  const router = createBrowserRouter(CONTENT_ROUTES, { window, future: ROUTER_FLAGS })
  const services: Services = {
    config: CONFIG,
    log: () => {},
    supabase: supabase.client,
    store: createStore(),
    router,
    location: createRouterLocation(router),
    storage: safeStorage(() => localStorage),
    // As often as in the product, without the pauses of 1, 2 and 4 s.
    queryClient: new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } }),
    api: {
      json,
      async *stream() {
        yield* []
      },
    },
    origin: 'http://shell.test',
    reload,
  }
  return { services, supabase, json, reload }
}

export const within =
  (services: Services) =>
  ({ children }: { children: ReactNode }): ReactElement => (
    <ServicesContext value={services}>
      <QueryClientProvider client={services.queryClient}>
        <Provider store={services.store}>
          <RouterContent router={services.router}>{children}</RouterContent>
        </Provider>
      </QueryClientProvider>
    </ServicesContext>
  )
