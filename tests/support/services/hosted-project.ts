import { randomUUID } from 'node:crypto'
import { readDatabaseUrl } from '@propsight/supabase/database-url'
import postgres from 'postgres'

export interface HostedProject {
  url: string
  publishableKey: string
  secretKey: string
  /** Address of the site; null skips the checks of redirects. */
  publicUrl: string | null
  passwordMinLength: number
  /** Address of its database; null skips the checks in SQL. */
  databaseUrl: string | null
}

export interface Answer {
  status: number
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers of several services, read by name
  body: any
  location: string | null
}

/** Calls an endpoint of a project, with the publishable key unless `key` names another one. */
export async function call(
  { url, publishableKey }: HostedProject,
  path: string,
  {
    key = publishableKey,
    body,
    ...init
  }: { key?: string; body?: object; method?: string; headers?: object } = {},
): Promise<Answer> {
  const response = await fetch(url + path, {
    redirect: 'manual',
    method: body ? 'POST' : 'GET',
    ...init,
    headers: {
      apikey: key,
      ...(key.startsWith('sb_') ? {} : { authorization: `Bearer ${key}` }),
      'content-type': 'application/json',
      ...init.headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    text: text.slice(0, 300),
    body: isJson && text ? JSON.parse(text) : null,
    location: response.headers.get('location'),
  }
}

export const signUp = (project: HostedProject, password: string) =>
  call(project, '/auth/v1/signup', { body: { email: `setting-${randomUUID()}@example.com`, password } })
/** A password that is on no list. */
export const unknownPassword = (length: number) =>
  randomUUID().replaceAll('-', '').padEnd(length, 'x').slice(0, length)
export const isWeak = ({ body }: Answer) => (body?.error_code ?? body?.code) === 'weak_password'
export const shown = ({ status, text }: Answer) => `answered ${status} ${text}`

/** Runs one statement with the rights of `DATABASE_URL`. */
export async function select<Row extends object>(
  { databaseUrl }: HostedProject,
  statement: string,
): Promise<Row[]> {
  const { url, ssl } = readDatabaseUrl(databaseUrl ?? '')
  const sql = postgres(url, { max: 1, onnotice: () => {}, ...(ssl ? { ssl } : {}) })
  try {
    return await sql.unsafe<Row[]>(statement)
  } finally {
    await sql.end({ timeout: 2 })
  }
}

/** Runs work with the session of a confirmed account that is deleted afterwards. */
export async function withSession(
  project: HostedProject,
  work: (session: Answer['body'], password: string) => Promise<string | null>,
): Promise<string | null> {
  const { secretKey: key } = project
  const email = `setting-${randomUUID()}@example.com`
  const password = unknownPassword(40)
  const rpc = (name: string, body: object) => call(project, `/rest/v1/rpc/${name}`, { key, body })
  await rpc('reserve_place', {
    p_code: null,
    p_email: email,
    p_date_of_birth: '1990-01-31',
    p_legal_version: null,
  })
  const body = { email, password, email_confirm: true }
  const created = await call(project, '/auth/v1/admin/users', { key, body })
  if (!created.body?.id) return `no account: ${shown(created)}`
  try {
    const path = '/auth/v1/token?grant_type=password'
    const signedIn = await call(project, path, { body: { email, password } })
    return signedIn.body?.access_token
      ? await work(signedIn.body, password)
      : `no session: ${shown(signedIn)}`
  } finally {
    await rpc('delete_account', { p_user: created.body.id, p_email: email })
  }
}
