import { randomUUID } from 'node:crypto'
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import { openTestSupabase, type TestSupabase } from '../../support/services/test-supabase.ts'

export interface User {
  id: string
  email: string
  password: string
  token: string
  client: SupabaseClient
}

export interface Personas {
  service: TestSupabase
  /** A client with the rights of the server. */
  admin: SupabaseClient
  /** A visitor without a session; a new client each time. */
  visitor(): SupabaseClient
  createCode(maxUses?: number, more?: { expires_at?: string }): Promise<string>
  reserve(email: string, code: string, dateOfBirth?: string): ReturnType<SupabaseClient['rpc']>
  createUser(): Promise<User>
  /** Makes an account an administrator, whether or not it proved its mailbox. Of the embedded service only. */
  grantAdmin(userId: string): Promise<unknown>
  /** A call without a client library. */
  call(path: string, init?: RequestInit & { token?: string }): Promise<Response>
  close(): Promise<void>
}

const stateless = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }
let clients = 0

export const newEmail = (): string => `u-${randomUUID()}@example.com`
export const ADULT = '1990-01-31'

/** A supabase-js client with a session of its own. */
const open = (url: string, key: string) =>
  createClient(url, key, { auth: { ...stateless, storageKey: `persona-${clients++}` } })

/** Opens the data service under test, with clients for the server, for visitors and for users. */
export async function openPersonas(): Promise<Personas> {
  const service = await openTestSupabase()
  const { url, publishableKey, secretKey } = service
  const admin = open(url, secretKey)
  const visitor = () => open(url, publishableKey)

  const createCode: Personas['createCode'] = async (maxUses = 1, more = {}) => {
    const code = `T-${randomUUID()}`
    const { error } = await admin.from('access_codes').insert({ code, max_uses: maxUses, ...more })
    if (error) throw new Error(`no access code: ${error.message}`)
    return code
  }
  const reserve: Personas['reserve'] = (email, code, dateOfBirth = ADULT) =>
    admin.rpc('reserve_access_code', { p_code: code, p_email: email, p_date_of_birth: dateOfBirth })

  return {
    service,
    admin,
    visitor,
    createCode,
    reserve,
    async grantAdmin(userId) {
      if (!service.embedded) throw new Error('only the embedded service shows its database')
      return service.embedded.sql`insert into public.admins (user_id) values (${userId})`
    },
    async createUser() {
      const email = newEmail()
      const password = `pass-${randomUUID()}`
      const client = visitor()
      const { error } = await reserve(email, await createCode())
      if (error) throw new Error(`no reservation: ${error.message}`)
      const session = sessionOf(await client.auth.signUp({ email, password }))
      return { id: session.user.id, email, password, token: session.access_token, client }
    },
    call: (path, { token = publishableKey, headers, ...init } = {}) =>
      fetch(url + path, {
        ...init,
        headers: {
          apikey: publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...headers,
        },
      }),
    close: () => service.close(),
  }
}

/** The session of an auth answer. @throws Error with the message of the service when there is none */
export function sessionOf(answer: {
  data: { session: Session | null }
  error: { message: string } | null
}): Session {
  if (!answer.data.session) throw new Error(`no session: ${answer.error?.message ?? 'and no error'}`)
  return answer.data.session
}
