import type { startEmbedded } from '@propsight/supabase/embedded'
import type { Logger } from 'pino'
import { LOOPBACK_HOST } from '../http/loopback.ts'
import type { ApiEnv } from '../platform/config/env.ts'
import { createPasswordRule } from '../services/accounts/common-passwords.ts'
import type { Mailbox } from '../services/operations/mailbox.ts'

/** Starts the data service inside this process; only `main.ts` and the test harness import the implementation. */
export type StartEmbedded = typeof startEmbedded

/**
 * Allowed redirect targets of links in mails, which contain a session: the public origin, the origins in
 * `CORS_ORIGINS`, and `localhost` only when the public origin is a loopback address.
 * @param origin public origin of the product
 * @param more origins from `CORS_ORIGINS`
 * @returns URL patterns
 */
export function mailRedirects(origin: string, more: readonly string[]): string[] {
  const { host, port } = new URL(origin)
  const sameMachine = LOOPBACK_HOST.test(host) ? [`http://localhost${port ? `:${port}` : ''}`] : []
  return [origin, ...sameMachine, ...more].map((allowed) => `${allowed}/**`)
}

/** Starts the embedded data service, if the environment names its database and its token secret. */
export async function mountEmbedded({
  env,
  origin,
  mailbox,
  log,
  startEmbedded,
}: {
  env: ApiEnv
  origin: string
  mailbox: Mailbox | null
  log: Logger
  startEmbedded: StartEmbedded | undefined
}) {
  if (!env.EMBEDDED_DATABASE_URL || env.SUPABASE_JWT_SECRET === undefined) return null
  if (!startEmbedded)
    throw new Error('EMBEDDED_DATABASE_URL is set, but there is no embedded data service here')
  return startEmbedded({
    databaseUrl: env.EMBEDDED_DATABASE_URL,
    origin,
    jwtSecret: env.SUPABASE_JWT_SECRET,
    publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
    secretKey: env.SUPABASE_SECRET_KEY,
    redirectAllow: mailRedirects(origin, env.CORS_ORIGINS),
    passwordRule: createPasswordRule(env.PASSWORD_MIN_LENGTH),
    sessionMaxHours: env.SESSION_MAX_HOURS,
    sessionIdleHours: env.SESSION_IDLE_HOURS,
    onMail: async (mail) => mailbox?.add(mail),
    log: (message) => log.info(message),
  })
}
