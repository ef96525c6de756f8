import { adminsResponse, setAdminBody } from '@propsight/shared/contracts'
import { Command } from 'commander'
import * as z from 'zod'
import type { ApiClient } from '../remote/api/client.ts'
import type { CommandContext, CommandResult, CommonOptions, RemoteIo } from '../remote/context.ts'
import { CommandFailure, EXIT, type ExitCode, usage } from '../remote/failure.ts'
import { runCommandLine } from '../remote/main.ts'
import { addCommonOptions, type Run } from '../remote/options.ts'
import { instant, table } from '../remote/text/format.ts'

const addressOf = (text: string, where = ''): string => {
  const { data } = setAdminBody.shape.email.safeParse(text)
  if (data === undefined) throw usage(`${where}'${text}' is not an e-mail address`)
  return data
}

/** Sets or clears the admin right of an account. The body of the answer is not used. */
const set = (api: ApiClient, email: string, granted: boolean) =>
  api.ask('/api/admin/set-admin', z.unknown(), { method: 'POST', body: { email, granted } })

/** The grant removes the password, which another person may have set. */
const describeGrant = (email: string) =>
  `${email} is an administrator, has no password any more, and signs in by a mailed link.\n`

/** Makes an account an administrator. */
export async function grant({ connect }: CommandContext, text: string): Promise<CommandResult> {
  const email = addressOf(text)
  await set(await connect(), email, true)
  return { document: { email, admin: true }, text: describeGrant(email) }
}

/** Removes the administrator role. */
export async function revoke({ connect }: CommandContext, text: string): Promise<CommandResult> {
  const email = addressOf(text)
  await set(await connect(), email, false)
  return { document: { email, admin: false }, text: `${email} is no longer an administrator.\n` }
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
  if (emails.length === 0) throw usage('ADMIN_EMAILS contains no address')
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
      ...granted.map((email) => `✓ ${describeGrant(email)}`),
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

const NOTES = `
It needs the admin key: that of a local start is used by default, any other is set by --token-file or PROPSIGHT_TOKEN.
An account can get the role only after its e-mail address was verified by a mailed link.

Examples:
  npm run admin -- grant you@example.com
  npm run admin -- grant --configured     every address of ADMIN_EMAILS
  npm run admin -- list --json

Exit codes:
  0  done
  1  failed; there is no such account
  2  wrong usage
  3  not authorised: no key, or a wrong one
  4  conflict: the e-mail address of an account is not verified
  5  the API cannot be reached
  129, 130, 143  stopped by SIGHUP, Ctrl-C or SIGTERM`

/**
 * Defines the subcommands with their arguments, options and help. Parsing throws CommanderError on wrong
 * usage.
 */
export function createAdminProgram(run: Run): Command {
  const program = new Command('admin')
    .description('Grants, revokes and lists the administrators of a Propsight.')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', NOTES)
    .exitOverride()
  addCommonOptions(
    program
      .command('grant')
      .description('make an account an administrator')
      .argument('[email]', 'the address of an account')
      .option(
        '--configured',
        'every address of ADMIN_EMAILS whose mailbox is verified; the others are reported',
      ),
  ).action((email: string | undefined, options: CommonOptions & { configured?: boolean }) =>
    run(options, async (context) => {
      if ((email === undefined) === (options.configured !== true))
        throw usage('Name one address, or use --configured')
      return email === undefined ? grantConfigured(context) : grant(context, email)
    }),
  )
  addCommonOptions(
    program.command('revoke').description('remove the role').argument('<email>', 'the address of an account'),
  ).action((email: string, options: CommonOptions) => run(options, (context) => revoke(context, email)))
  addCommonOptions(program.command('list').description('list the administrators')).action(
    (options: CommonOptions) => run(options, list),
  )
  return program
}

/** Runs one command line of `npm run admin`. @param args the arguments after `admin` */
export const runAdmin = (args: string[], io: RemoteIo): Promise<ExitCode> =>
  runCommandLine(args, io, createAdminProgram)
