import { Command } from 'commander'
import type { CommonOptions } from '../remote/context.ts'
import { usage } from '../remote/failure.ts'
import { withCommon } from '../remote/options.ts'
import type { Run } from '../remote/program.ts'
import { grant, grantConfigured, list, revoke } from './commands.ts'

const NOTES = `
The admin key opens it: the one of the local start by itself, any other by --token-file or PROPSIGHT_TOKEN.
An account is granted the role once a link that was mailed to its address has come back.

Examples:
  npm run admin -- grant you@example.com
  npm run admin -- grant --configured     every address of ADMIN_EMAILS
  npm run admin -- list --json

Exit codes:
  0  done
  1  failed; there is no such account
  2  wrong usage
  3  not authorised: no key, or a wrong one
  4  conflict: the mailbox of an account is not proven
  5  the API cannot be reached
  129, 130, 143  stopped by SIGHUP, Ctrl-C or SIGTERM`

/**
 * Defines the subcommands with their arguments, options and help. Parsing throws CommanderError on wrong
 * usage.
 */
export function createAdminProgram(run: Run): Command {
  const program = new Command('admin')
    .description('Administrators of a Propsight: who is one, and who no longer is.')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', NOTES)
    .exitOverride()
  withCommon(
    program
      .command('grant')
      .description('make an account an administrator')
      .argument('[email]', 'the address of an account')
      .option('--configured', 'every address of ADMIN_EMAILS whose mailbox is proven, and say which are not'),
  ).action((email: string | undefined, options: CommonOptions & { configured?: boolean }) =>
    run(options, async (context) => {
      if ((email === undefined) === (options.configured !== true))
        throw usage('Name one address, or say --configured')
      return email === undefined ? grantConfigured(context) : grant(context, email)
    }),
  )
  withCommon(
    program
      .command('revoke')
      .description('take the role away')
      .argument('<email>', 'the address of an account'),
  ).action((email: string, options: CommonOptions) => run(options, (context) => revoke(context, email)))
  withCommon(program.command('list').description('who is an administrator')).action(
    (options: CommonOptions) => run(options, list),
  )
  return program
}
