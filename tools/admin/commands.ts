import { adminsResponse, setAdminBody } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { ApiClient } from '../remote/api/client.ts'
import type { CommandContext, CommandResult } from '../remote/context.ts'
import { CommandFailure, EXIT, usage } from '../remote/failure.ts'
import { table } from '../remote/text/format.ts'
import { instant } from '../remote/text/values.ts'

const addressOf = (text: string, where = ''): string => {
  const { data } = setAdminBody.shape.email.safeParse(text)
  if (data === undefined) throw usage(`${where}'${text}' is no e-mail address`)
  return data
}

/** Sets or clears the admin right of an account. The body of the answer is not used. */
const set = (api: ApiClient, email: string, granted: boolean) =>
  api.ask('/api/admin/set-admin', z.unknown(), { method: 'POST', body: { email, granted } })

/** Makes an account an administrator. */
export async function grant({ connect }: CommandContext, text: string): Promise<CommandResult> {
  const email = addressOf(text)
  await set(await connect(), email, true)
  return { document: { email, admin: true }, text: `${email} is an administrator.\n` }
}

/** Removes the administrator role. */
export async function revoke({ connect }: CommandContext, text: string): Promise<CommandResult> {
  const email = addressOf(text)
  await set(await connect(), email, false)
  return { document: { email, admin: false }, text: `${email} is an administrator no longer.\n` }
}

/**
 * Grants the role. Returns null on success, else the reason (404 or 409). Any other failure does not concern
 * this address and ends the command.
 */
async function reasonAgainst(api: ApiClient, email: string): Promise<string | null> {
  try {
    await set(api, email, true)
    return null
  } catch (error) {
    const status = error instanceof CommandFailure ? error.details.status : undefined
    if (error instanceof CommandFailure && (status === 404 || status === 409)) return error.message
    throw error
  }
}

/** Grants the role to every address of ADMIN_EMAILS whose mailbox is verified, and reports the others. */
export async function grantConfigured({ connect, io }: CommandContext): Promise<CommandResult> {
  const texts = (io.env.ADMIN_EMAILS ?? '').split(',').map((text) => text.trim())
  const emails = texts.filter(Boolean).map((text) => addressOf(text, 'ADMIN_EMAILS: '))
  if (emails.length === 0) throw usage('ADMIN_EMAILS names nobody')
  const api = await connect()
  const granted: string[] = []
  const refused: { email: string; reason: string }[] = []
  for (const email of new Set(emails)) {
    const reason = await reasonAgainst(api, email)
    if (reason === null) granted.push(email)
    else refused.push({ email, reason })
  }
  return {
    document: { granted, refused },
    text: [
      ...granted.map((email) => `✓ ${email} is an administrator.\n`),
      ...refused.map(({ email, reason }) => `✗ ${email}: ${reason}\n`),
    ].join(''),
    exitCode: refused.length === 0 ? EXIT.done : EXIT.conflict,
  }
}

/** Lists the administrators. */
export async function list({ connect }: CommandContext): Promise<CommandResult> {
  const { admins } = await (await connect()).ask('/api/admin/admins', adminsResponse)
  const rows = admins.map(({ email, grantedAt }) => [email, `since ${instant(grantedAt)}`])
  return { document: { admins }, text: rows.length === 0 ? 'There is no administrator.\n' : table(rows) }
}
