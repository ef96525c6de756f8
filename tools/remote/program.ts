import { type Placement, PREVIEW_SHELLS } from '@propsight/shared/contracts'
import { Command, Option } from 'commander'
import type { BuildOptions } from './build/resolve-build.ts'
import type { AudienceOptions } from './commands/config.ts'
import type { PreviewOptions } from './commands/rollout.ts'
import type { CommonOptions } from './context.ts'
import { commandLine, usage } from './failure.ts'
import {
  type Add,
  addAudienceOptions,
  addCommonOptions,
  parseInteger,
  parseMessage,
  parseName,
  parseVersion,
  type Run,
} from './options.ts'
import { addSettingsCommands } from './settings-program.ts'

const EXIT_CODES = `
Exit codes:
  0  done
  1  failed, or refused by the checks
  2  wrong usage
  3  not authorised: no token, a wrong one, or one of another remote
  4  conflict: it was changed in the meantime, or its state does not allow the command
  5  the API cannot be reached
  6  not confirmed: the answer was no, or there is no terminal to ask and no --yes
  129, 130, 143  stopped by SIGHUP, Ctrl-C or SIGTERM`

const examples = (creation: string) => `
Examples:
  ${commandLine(creation)}
  ${commandLine("deploy picks --channel canary --percent 10 --message 'new ledger'")}
  ${commandLine('rollback picks')}
${EXIT_CODES}`

type DeployFlags = BuildOptions &
  AudienceOptions & {
    channel?: 'stable' | 'canary'
    percent?: number
    message: string
    dryRun?: boolean
  }

const message = () =>
  new Option('--message <text>', 'the reason, stored in the history')
    .argParser(parseMessage)
    .default('', 'none')
const yes = (description: string) => new Option('--yes', `do not ask: ${description}`)
const addFolderOptions = (command: Command, dist: string | undefined) =>
  command
    .option('--dist <folder>', 'a folder that was built elsewhere, instead of building here', dist)
    .option('--declaration <file>', 'its remote.json (default: in that folder, or next to it)')
    .addOption(
      new Option(
        '--version <version>',
        'its version (default: of its package.json, with a hash of the files)',
      ).argParser(parseVersion),
    )

/**
 * Defines the subcommands of this repository with their arguments, options and help. Parsing throws CommanderError
 * on wrong usage.
 */
export function createProgram(run: Run): Command {
  const { program, add, named } = createBase(
    'remote',
    'Releases of the shell and its remotes: build, check, deploy, roll back.',
    'new streaks --mount tab --path /streaks --title Streaks',
  )
  addWorkspaceCommands(add, named, run)
  addReleaseCommands(add, named, run)
  return program
}

/**
 * Begins a program.
 * @param creation arguments of `new` in the example
 * @param own the name of the remote when the command line has none; without it the name is required
 */
export function createBase(name: string, description: string, creation: string, own?: string) {
  const program = new Command(name)
    .description(description)
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', examples(creation))
    .exitOverride()
  const add: Add = (word, says, under = program) =>
    under.command(word).description(says).addHelpText('after', EXIT_CODES)
  const named: Add = (word, says, under) =>
    own === undefined
      ? add(word, says, under).argument('<name>', 'the remote, or shell', parseName)
      : add(word, says, under).argument('[name]', 'the remote', parseName, own)
  return { program, add, named }
}

/** The commands that need a checkout of this repository. */
function addWorkspaceCommands(add: Add, named: Add, run: Run): void {
  addCommonOptions(
    add('new', 'create a remote that builds, has a test, runs alone and is shown in the shell')
      .argument('<name>', 'its name, also used in addresses', parseName)
      .addOption(
        new Option('--mount <where>', 'where it is shown')
          .choices(['tab', 'page', 'overlay'])
          .makeOptionMandatory(),
      )
      .option('--path <path>', 'its address (default: /<name>)')
      .option('--title <title>', 'the title that users see (default: the name)'),
  ).action(
    (name: string, options: CommonOptions & { mount: Placement['mount']; path?: string; title?: string }) =>
      run(options, async (context) =>
        (await import('./new/create-remote.ts')).create(context, { ...options, name }),
      ),
  )

  addCommonOptions(named('build', 'build it here, if it changed')).action(
    (name: string, options: CommonOptions) =>
      run(options, async (context) => (await import('./build/resolve-build.ts')).build(context, name)),
  )

  addCommonOptions(
    add(
      'test-shell',
      'mount every live remote in a release of the shell, in a browser (account: PROPSIGHT_TEST_EMAIL, PROPSIGHT_TEST_PASSWORD)',
    ).addOption(
      new Option('--release <version>', 'the release of the shell (default: its canary)').argParser(
        parseVersion,
      ),
    ),
  ).action((options: CommonOptions & { release?: string }) =>
    run(options, async (context) => (await import('./commands/test-shell.ts')).testShell(context, options)),
  )
}

/**
 * The commands of releases, which need no checkout.
 * @param dist default of `--dist`; without it doctor and deploy build the app of this repository
 */
export function addReleaseCommands(add: Add, named: Add, run: Run, dist?: string): void {
  const addBuildOptions = (command: Command) => addFolderOptions(command, dist)
  addCommonOptions(
    addBuildOptions(named('doctor', 'build it and run every check of a deploy, without publishing')),
  ).action((name: string, options: CommonOptions & BuildOptions) =>
    run(options, async (context) => (await import('./commands/doctor.ts')).doctor(context, name, options)),
  )

  addCommonOptions(
    addAudienceOptions(addBuildOptions(named('deploy', 'build, check, upload and make live')))
      .addOption(
        new Option('--channel <channel>', 'which visitors get it')
          .choices(['stable', 'canary'])
          .default('stable'),
      )
      .addOption(message())
      .option('--dry-run', 'run every check of the server and publish nothing'),
  ).action((name: string, options: CommonOptions & DeployFlags) =>
    run(options, async (context) => {
      const { channel = 'stable', percent, dryRun = false } = options
      const { plan, role, region, cohort } = options
      const isForSome = plan ?? role ?? region ?? cohort
      const { readAudience } = await import('./commands/config.ts')
      if ((percent ?? isForSome) !== undefined && channel !== 'canary')
        throw usage('--percent and other conditions go with --channel canary')
      return (await import('./commands/deploy.ts')).deploy(context, name, {
        ...options,
        channel,
        audience: readAudience({ plan, role, region, cohort }),
        percent: percent ?? (isForSome === undefined ? undefined : 100),
        dryRun,
      })
    }),
  )

  addCommonOptions(
    named('rollback', 'go back to the newest earlier release that loaded in browsers')
      .addOption(new Option('--to <version>', 'go to this release instead').argParser(parseVersion))
      .addOption(yes('also to a release that failed in browsers'))
      .addOption(message()),
  ).action((name: string, options: CommonOptions & { to?: string; yes?: boolean; message: string }) =>
    run(options, async (context) => (await import('./commands/rollout.ts')).rollback(context, name, options)),
  )
  addCommonOptions(named('promote', 'make the canary live for all visitors').addOption(message())).action(
    (name: string, options: CommonOptions & { message: string }) =>
      run(options, async (context) =>
        (await import('./commands/rollout.ts')).promote(context, name, options),
      ),
  )
  addCommonOptions(
    named('halt', 'end the canary; all visitors get the live release').addOption(message()),
  ).action((name: string, options: CommonOptions & { message: string }) =>
    run(options, async (context) => (await import('./commands/rollout.ts')).halt(context, name, options)),
  )

  addCommonOptions(
    named('preview', 'create a link that shows a release in the browser that opens it')
      .addOption(
        new Option('--release <version>', 'the release (default: the canary, else the live one)').argParser(
          parseVersion,
        ),
      )
      .addOption(
        new Option('--days <n>', 'days until it expires (default: 7)')
          .argParser(parseInteger(1, 30))
          .conflicts('revoke'),
      )
      .addOption(
        new Option('--permanent', 'as long as the release is kept, also after a rollback').conflicts([
          'days',
          'revoke',
        ]),
      )
      .addOption(
        new Option('--set <key=value...>', 'values of the configuration that only the link shows').conflicts(
          'revoke',
        ),
      )
      .addOption(
        new Option('--shell <which>', 'also show it in this shell')
          .choices(PREVIEW_SHELLS)
          .conflicts('revoke'),
      )
      .option('--revoke', 'revoke all links of the release instead'),
  ).action((name: string, options: CommonOptions & PreviewOptions) =>
    run(options, async (context) => (await import('./commands/rollout.ts')).preview(context, name, options)),
  )

  addCommonOptions(
    named('retire', 'remove it for all visitors; a deploy makes it available again')
      .option('--to <path>', 'the path that its visitors get instead (default: a notice)')
      .addOption(yes('retire it'))
      .addOption(message()),
  ).action((name: string, options: CommonOptions & { to?: string; yes?: boolean; message: string }) =>
    run(options, async (context) => (await import('./commands/rollout.ts')).retire(context, name, options)),
  )

  addCommonOptions(
    add(
      'list',
      'list what is live; with a name: its releases, their load statistics and the history',
    ).argument('[name]', 'the remote, or shell', parseName),
  ).action((name: string | undefined, options: CommonOptions) =>
    run(options, async (context) => (await import('./commands/rollout.ts')).list(context, name)),
  )

  addSettingsCommands(add, named, run)
}
