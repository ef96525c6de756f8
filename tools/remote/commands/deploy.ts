import type { CheckReport, DeployResponse } from '@propsight/shared/contracts'
import { assertMayDeploy } from '../api/rollouts.ts'
import type { Built } from '../build/built-release.ts'
import { examine } from '../build/examine.ts'
import { readLiveFacts } from '../build/live-facts.ts'
import { type BuildOptions, resolveBuilt } from '../build/resolve-build.ts'
import { type DeployOptions, upload } from '../build/upload.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { CommandFailure, failed } from '../failure.ts'
import { painter } from '../text/paint.ts'
import { reportText } from '../text/report-text.ts'
import { whatIsLive } from '../text/rollout-text.ts'
import { typed } from '../text/typed.ts'

/**
 * Builds, checks, uploads and publishes a release. Stops before the build when the API is unreachable or the
 * token is refused, and before the upload when a check fails.
 */
export async function deploy(
  context: CommandContext,
  name: string,
  options: BuildOptions & DeployOptions,
): Promise<CommandResult> {
  const { progress } = context
  const begun = performance.now()
  const build = resolveBuilt(context, name, options)
  const api = await context.connect()
  await progress.step('connected', () => assertMayDeploy(api, name))
  const built = await build()
  const { against, report } = await progress.step('checks', async () => {
    const facts = await readLiveFacts(context, api, name)
    return { against: facts.source, report: (await examine(built, facts)).report }
  })
  const shown = (checked: CheckReport) =>
    reportText({ name, version: built.version, against }, checked, painter(context.io.colours))
  if (!report.ok)
    throw failed(`${name} ${built.version} is not sent: a check fails`, { report, text: shown(report) })

  let answer: DeployResponse
  try {
    answer = await progress.step(options.dryRun ? 'checked there' : 'sent', () => upload(api, built, options))
  } catch (error) {
    // The server's report replaces the local one: the server may know of further releases.
    const theirs = error instanceof CommandFailure ? error.details.report : undefined
    if (error instanceof CommandFailure && theirs)
      throw new CommandFailure(error.exitCode, error.message, {
        ...error.details,
        text: shown(theirs as CheckReport),
      })
    throw error
  }
  const total = Math.round((performance.now() - begun) / 10) / 100
  return {
    document: { ...answer, dryRun: options.dryRun, seconds: { ...progress.seconds, total } },
    text: closing(built, answer, total),
  }
}

function closing(
  { name, version }: Built,
  { published, rollout, report }: DeployResponse,
  total: number,
): string {
  const warnings = report.findings.filter(({ level }) => level === 'warning').length
  const noted = warnings
    ? ` ${warnings === 1 ? 'One warning' : `${warnings} warnings`}: ${typed(`doctor ${name}`)}.`
    : ''
  if (!rollout) return `${name} ${version} passes every check; nothing was published (${total} s).${noted}\n`
  const onTrial = rollout.canary?.version === version
  const back = onTrial
    ? `Everybody: ${typed(`promote ${name}`)}; nobody: ${typed(`halt ${name}`)}`
    : rollout.previous
      ? `Back to ${rollout.previous}: ${typed(`rollback ${name}`)}`
      : 'There is no earlier release to go back to'
  return `${name}: ${whatIsLive(rollout)}${published ? '' : ', published before'}, in ${total} s. ${back}.${noted}\n`
}
