import { type Command, Option } from 'commander'
import type { ConfigOptions } from './commands/config.ts'
import type { WebhookOptions } from './commands/telemetry.ts'
import type { CommonOptions } from './context.ts'
import {
  type Add,
  addAudienceOptions,
  addCommonOptions,
  parseInteger,
  parseMessage,
  parseName,
  type Run,
} from './options.ts'

/** The commands of what a remote has besides its releases: telemetry, webhook, configuration, and rights. */
export function addSettingsCommands(add: Add, named: Add, run: Run): void {
  addCommonOptions(
    named('telemetry', 'what browsers reported: loads, web vitals and errors').addOption(
      new Option('--days <n>', 'days to look back').argParser(parseInteger(1, 30)).default(7),
    ),
  ).action((name: string, options: CommonOptions & { days: number }) =>
    run(options, async (context) =>
      (await import('./commands/telemetry.ts')).telemetry(context, name, options),
    ),
  )

  addCommonOptions(
    named('webhook', 'show or set the address that receives halts, rollbacks and new kinds of errors')
      .option('--url <address>', 'a public https address')
      .addOption(new Option('--remove', 'send no events any more').conflicts('url')),
  ).action((name: string, options: CommonOptions & WebhookOptions) =>
    run(options, async (context) =>
      (await import('./commands/telemetry.ts')).webhook(context, name, options),
    ),
  )

  addCommonOptions(
    addAudienceOptions(named('config', 'show or set values that are changed without a deploy'))
      .option('--set <key=value>', 'for the visitors that the other options name (default: all)')
      .addOption(new Option('--unset <key>', 'all visitors get the default').conflicts('set'))
      .addOption(new Option('--message <text>', 'the reason, stored in the history').argParser(parseMessage)),
  ).action((name: string, options: CommonOptions & ConfigOptions) =>
    run(options, async (context) => (await import('./commands/config.ts')).config(context, name, options)),
  )

  addTokens(add('token', 'deploy tokens of one remote (admin key)'), named, run)
  addCohorts(add('cohort', 'named lists of accounts for canaries and values (admin key)'), add, run)
  addDevelopers(
    add('developer', 'accounts that may run a remote of their own machine in the shell (admin key)'),
    add,
    run,
  )
}

function addCohorts(cohort: Command, add: Add, run: Run): void {
  addCommonOptions(add('list', 'list the cohorts and their members', cohort)).action(
    (options: CommonOptions) =>
      run(options, async (context) => (await import('./commands/config.ts')).listCohorts(context)),
  )
  for (const [word, isMember] of [
    ['add', true],
    ['remove', false],
  ] as const)
    addCommonOptions(
      add(word, `${word} an account`, cohort)
        .argument('<cohort>', 'its name', parseName)
        .argument('<email>', 'the address of an account'),
    ).action((name: string, email: string, options: CommonOptions) =>
      run(options, async (context) =>
        (await import('./commands/config.ts')).changeCohort(context, name, { email, isMember }),
      ),
    )
}

function addTokens(token: Command, named: Add, run: Run): void {
  addCommonOptions(
    named('create', 'create a token that can deploy only this remote', token)
      .requiredOption('--label <text>', 'what it is for, such as ci')
      .addOption(
        new Option('--days <n>', 'days until it expires (default: 90)').argParser(parseInteger(1, 365)),
      ),
  ).action((name: string, options: CommonOptions & { label: string; days?: number }) =>
    run(options, async (context) =>
      (await import('./commands/access.ts')).createToken(context, name, options),
    ),
  )
  addCommonOptions(
    named('revoke', 'revoke a token immediately', token).argument('<id>', 'its ID, as token list shows it'),
  ).action((name: string, id: string, options: CommonOptions) =>
    run(options, async (context) => (await import('./commands/access.ts')).revokeToken(context, name, id)),
  )
  addCommonOptions(named('list', 'list its tokens and their use', token)).action(
    (name: string, options: CommonOptions) =>
      run(options, async (context) => (await import('./commands/access.ts')).listTokens(context, name)),
  )
}

function addDevelopers(developer: Command, add: Add, run: Run): void {
  for (const [word, granted, says] of [
    ['add', true, 'allow it to an account'],
    ['remove', false, 'no longer allow it to an account'],
  ] as const)
    addCommonOptions(add(word, says, developer).argument('<email>', 'the address of an account')).action(
      (email: string, options: CommonOptions) =>
        run(options, async (context) =>
          (await import('./commands/access.ts')).setDeveloper(context, email, { granted }),
        ),
    )
}
