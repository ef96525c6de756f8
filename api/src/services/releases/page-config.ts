import type { PageConfig } from '@propsight/shared/contracts'
import type { Deps } from '../../deps.ts'

/**
 * The configuration inlined into the page for the shell. Every visitor can read it, so it must not contain
 * secrets.
 */
export const pageConfigOf = ({
  env,
  version,
  mailbox,
  dataSource,
}: Pick<Deps, 'env' | 'version' | 'mailbox' | 'dataSource'>): PageConfig => ({
  supabaseUrl: env.SUPABASE_URL ?? '',
  publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
  apiUrl: '',
  dataSource: dataSource(),
  mailbox: mailbox !== null,
  contact: env.SMTP_URL !== undefined,
  closedRegions: [...env.CLOSED_REGIONS],
  passwordMinLength: env.PASSWORD_MIN_LENGTH,
  helplines: env.HELPLINES,
  version,
})
