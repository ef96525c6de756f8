import { previewLinkSchema, SHELL_RELEASE_NAME } from '@propsight/shared/contracts'
import type { Mount } from '../../../tests/support/federation/mount-remotes.ts'
import { previewOf, readRollout } from '../api/releases.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { CommandFailure, commandLine, EXIT, usage } from '../failure.ts'

/** The account that signs in. It needs no rights and no credits. */
function accountOf(env: NodeJS.ProcessEnv): { email: string; password: string } {
  const { PROPSIGHT_TEST_EMAIL: email, PROPSIGHT_TEST_PASSWORD: password } = env
  if (email && password) return { email, password }
  throw usage(
    'set PROPSIGHT_TEST_EMAIL and PROPSIGHT_TEST_PASSWORD to an account without a second factor: most remotes are shown to signed-in users only',
  )
}

const lineOf = ({ name, version, path, problem }: Mount): string =>
  `  ${problem ? '✗' : '✓'} ${name} ${version} at ${path}${problem ? `\n      ${problem}` : ''}\n`

/**
 * The contract test of a shell: mounts the release of every remote that the API serves in a release of the shell, in a
 * browser, through a preview link. Visitors get nothing of it, and its load reports do not count.
 * @throws CommandFailure conflict when the shell has no candidate and `release` names none
 */
export async function testShell(
  context: CommandContext,
  { release }: { release?: string },
): Promise<CommandResult> {
  const account = accountOf(context.io.env)
  const api = await context.connect()
  const version = release ?? (await readRollout(api, SHELL_RELEASE_NAME)).canary?.version
  if (!version)
    throw new CommandFailure(
      EXIT.conflict,
      `The shell has no candidate: ${commandLine('deploy shell --channel canary --percent 0')} makes one, or name a release with --release`,
    )
  const path = `/api/remotes/${SHELL_RELEASE_NAME}/previews`
  const link = await api.ask(path, previewLinkSchema, { method: 'POST', body: { version, days: 1 } })
  // Only this command needs a browser.
  const { mountRemotes, withBrowserPage } = await import('../../../tests/support/federation/mount-remotes.ts')
  const { url } = api.connection
  const mounts = await context.progress.step(`remotes in the shell ${version}`, () =>
    withBrowserPage((page) => mountRemotes(page, { url, link: previewOf(api, link).url, version, account })),
  )
  const failing = mounts.filter(({ problem }) => problem !== null).length
  const summary =
    failing > 0
      ? `${failing} of ${mounts.length} remotes fail in the shell ${version}`
      : `all ${mounts.length} remotes are shown in the shell ${version}`
  return {
    document: { shell: version, remotes: mounts, seconds: context.progress.seconds },
    text: `${mounts.map(lineOf).join('')}\n${summary}\n`,
    exitCode: failing > 0 || mounts.length === 0 ? EXIT.failed : EXIT.done,
  }
}
