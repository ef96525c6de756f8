import { randomUUID } from 'node:crypto'
import { missingMigrations } from '@propsight/supabase/migrate'
import {
  type Answer,
  call,
  type HostedProject,
  isWeak,
  select,
  shown,
  signUp,
  unknownPassword,
  withSession,
} from './hosted-project.ts'

/**
 * The settings of a hosted Supabase project that docs/deploying.md requires, as far as its public endpoints, its
 * keys and its database show them. They are made in the project's dashboard, so no migration can make them.
 */

export interface SettingCheck {
  setting: string
  fix: string
  /** What of the project this check needs besides its address and keys. */
  needs?: 'publicUrl' | 'databaseUrl'
  /** @returns what is wrong; null if the setting is right */
  find: (project: HostedProject) => Promise<string | null>
}

async function authSetting(project: HostedProject, isRight: (settings: Answer['body']) => boolean) {
  const answer = await call(project, '/auth/v1/settings')
  return answer.status === 200 && isRight(answer.body) ? null : shown(answer)
}
async function redirectOf(project: HostedProject, target: string) {
  const path = `/auth/v1/verify?type=magiclink&token=none&redirect_to=${encodeURIComponent(target)}`
  return (await call(project, path)).location ?? ''
}
const MAX_ROWS = 1000
const TOKEN_SECONDS = 3_600
const CODE_DIGITS = 10

export const SETTING_CHECKS: readonly SettingCheck[] = [
  {
    setting: 'Confirm email',
    fix: 'Authentication → Providers → Email: turn Confirm email on',
    find: (project) => authSetting(project, (settings) => settings.mailer_autoconfirm === false),
  },
  {
    setting: 'Sign-up by e-mail',
    fix: 'Authentication → Providers: allow new users to sign up, and enable Email',
    find: (project) =>
      authSetting(project, ({ disable_signup, external }) => !disable_signup && external?.email === true),
  },
  {
    setting: 'Anonymous and telephone sign-ins',
    fix: 'Authentication → Providers: turn both off; the product has no accounts without an e-mail',
    find: (project) => authSetting(project, ({ external }) => !external?.anonymous_users && !external?.phone),
  },
  {
    setting: 'Hook Before User Created',
    fix: 'Authentication → Hooks: set it to public.hook_before_user_created',
    find: async (project) => {
      const answer = await signUp(project, unknownPassword(40))
      return answer.status === 403 && /Access code required/.test(answer.text) ? null : shown(answer)
    },
  },
  {
    setting: 'Minimum length of a password',
    fix: 'Authentication → Providers → Email: set it to PASSWORD_MIN_LENGTH of the API',
    find: async (project) => {
      const short = await signUp(project, unknownPassword(project.passwordMinLength - 1))
      const enough = await signUp(project, unknownPassword(project.passwordMinLength))
      if (!isWeak(short)) return `${project.passwordMinLength - 1} characters: ${shown(short)}`
      return isWeak(enough) ? `${project.passwordMinLength} characters: ${shown(enough)}` : null
    },
  },
  {
    setting: 'Leaked password protection',
    fix: 'Authentication → Providers → Email: turn Prevent use of leaked passwords on',
    find: async (project) => {
      // On the lists of leaked and of common passwords.
      const answer = await signUp(project, '1qaz2wsx3edc')
      return isWeak(answer) ? null : shown(answer)
    },
  },
  {
    setting: 'Require current password when updating',
    fix: 'Authentication → Providers → Email: turn it on, and Secure password change off',
    find: (project) =>
      withSession(project, async ({ access_token }, password) => {
        const change = (body: object) =>
          call(project, '/auth/v1/user', {
            method: 'PUT',
            body,
            headers: { authorization: `Bearer ${access_token}` },
          })
        const without = await change({ password: unknownPassword(30) })
        if (without.status < 400) return `without the current password: ${shown(without)}`
        const proven = await change({ password: unknownPassword(30), current_password: password })
        return proven.status === 200 ? null : `with the current password: ${shown(proven)}`
      }),
  },
  {
    setting: 'Secure email change, and the length of codes',
    fix: `Authentication → Providers → Email: turn Secure email change on, and set the OTP length to ${CODE_DIGITS}`,
    // The link is returned and not mailed. One for the present address exists with this setting only.
    find: (project) =>
      withSession(project, async ({ user }) => {
        const new_email = `setting-${randomUUID()}@example.com`
        const body = { type: 'email_change_current', email: user?.email, new_email }
        const answer = await call(project, '/auth/v1/admin/generate_link', { key: project.secretKey, body })
        if (answer.status !== 200) return shown(answer)
        const digits = answer.body?.email_otp?.length
        return digits === CODE_DIGITS ? null : `a code has ${digits} digits`
      }),
  },
  {
    setting: 'Validity and rotation of tokens',
    fix: `Authentication → Sessions: access tokens of ${TOKEN_SECONDS} s at most, and refresh-token rotation on`,
    find: (project) =>
      withSession(project, async ({ expires_in, refresh_token }) => {
        if (!(expires_in <= TOKEN_SECONDS)) return `access tokens are valid for ${expires_in} s`
        const path = '/auth/v1/token?grant_type=refresh_token'
        const refreshed = await call(project, path, { body: { refresh_token } })
        return refreshed.body?.refresh_token && refreshed.body.refresh_token !== refresh_token
          ? null
          : `a refresh: ${shown(refreshed)}`
      }),
  },
  {
    setting: 'Redirect URLs',
    fix: 'Authentication → URL configuration: site address PUBLIC_URL, redirects PUBLIC_URL/** and no other site',
    needs: 'publicUrl',
    find: async (project) => {
      const own = `${project.publicUrl}/picks`
      const toOwn = await redirectOf(project, own)
      if (!toOwn.startsWith(own)) return `a link to ${own} leads to ${toOwn || 'nothing'}`
      const toOther = await redirectOf(project, 'https://other.example/picks')
      return toOther.startsWith(`${project.publicUrl}`) ? null : `a link to another site leads to ${toOther}`
    },
  },
  {
    setting: 'Exposed schemas',
    fix: 'Settings → API: expose public (and graphql_public) only',
    find: async (project) => {
      for (const schema of ['auth', 'storage', 'vault', 'extensions', 'supabase_migrations']) {
        const headers = { 'accept-profile': schema }
        const answer = await call(project, '/rest/v1/users?limit=1', { key: project.secretKey, headers })
        if (answer.body?.code !== 'PGRST106') return `${schema}: ${shown(answer)}`
      }
      return null
    },
  },
  {
    setting: 'Max rows',
    fix: `Settings → API: set Max rows to ${MAX_ROWS}`,
    find: async (project) => {
      const { secretKey: key } = project
      const mark = `SETTING-${randomUUID().slice(0, 8)}`
      const body = Array.from({ length: MAX_ROWS + 1 }, (_, at) => ({ code: `${mark}-${at}` }))
      const path = `/rest/v1/access_codes?code=like.${mark}-*`
      const inserted = await call(project, '/rest/v1/access_codes', { key, body })
      const answer = await call(project, `${path}&select=code&limit=${MAX_ROWS + 1}`, { key })
      await call(project, path, { key, method: 'DELETE' })
      if (inserted.status !== 201) return shown(inserted)
      return answer.body?.length === MAX_ROWS
        ? null
        : `${answer.body?.length} of ${MAX_ROWS + 1} rows were listed`
    },
  },
  {
    setting: 'Aggregates',
    fix: "Leave pgrst.db_aggregates_enabled off: alter role authenticator reset pgrst.db_aggregates_enabled; notify pgrst, 'reload config'",
    find: async (project) => {
      const answer = await call(project, '/rest/v1/access_codes?select=count()', { key: project.secretKey })
      return answer.status === 400 ? null : shown(answer)
    },
  },
  {
    setting: 'Query plans',
    fix: "Leave pgrst.db_plan_enabled off: alter role authenticator reset pgrst.db_plan_enabled; notify pgrst, 'reload config'",
    find: async (project) => {
      const headers = { accept: 'application/vnd.pgrst.plan+json' }
      const answer = await call(project, '/rest/v1/access_codes?limit=1', { key: project.secretKey, headers })
      return answer.status === 406 ? null : shown(answer)
    },
  },
  {
    setting: 'Keys of the API',
    fix: 'SUPABASE_PUBLISHABLE_KEY must not have the rights of SUPABASE_SECRET_KEY: Settings → API keys',
    find: async (project) => {
      const path = '/rest/v1/access_codes?select=code&limit=1'
      const visitor = await call(project, path)
      const server = await call(project, path, { key: project.secretKey })
      if (visitor.status < 400) return `a visitor ${shown(visitor)}`
      return server.status === 200 ? null : `the server ${shown(server)}`
    },
  },
  {
    setting: 'Migrations',
    fix: "DATABASE_URL='…' npm run migrate",
    needs: 'databaseUrl',
    find: async ({ databaseUrl }) => {
      const missing = await missingMigrations(databaseUrl ?? '')
      return missing.length === 0 ? null : `missing: ${missing.join(', ')}`
    },
  },
  {
    setting: 'Time limit of statements',
    fix: "alter role anon set statement_timeout = '1s'; alter role authenticated set statement_timeout = '1s'; notify pgrst, 'reload config'",
    // What the REST service applies, which may be older than the settings of the roles.
    find: async (project) => {
      const answer = await call(project, '/rest/v1/rpc/statement_limit', { body: {} })
      return answer.body === '1s' ? null : shown(answer)
    },
  },
  {
    setting: 'Connections that remain for sign-in, jobs and migrations',
    fix: 'Settings → API: set the pool size to at most half of max_connections',
    needs: 'databaseUrl',
    find: async (project) => {
      const [row] = await select<{ used: number; most: number }>(
        project,
        `select (select count(*)::int from pg_stat_activity where usename = 'authenticator') as used,
           current_setting('max_connections')::int as most`,
      )
      return row && row.used <= row.most / 2 ? null : `the API holds ${row?.used} of ${row?.most} connections`
    },
  },
  {
    setting: 'Session mode of DATABASE_URL',
    fix: 'Use the direct address or port 5432 of the pooler: jobs and migrations hold session locks',
    needs: 'databaseUrl',
    find: async ({ databaseUrl }) =>
      new URL(databaseUrl ?? '').port === '6543' ? 'port 6543 is the pooler in transaction mode' : null,
  },
]
