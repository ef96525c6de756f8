import type { DeployResponse, Rollout } from '@propsight/shared/contracts'
import type { ApiClient } from '../api/client.ts'
import {
  changeRollout,
  type DeployOptions,
  previewOf,
  previewText,
  readGeneration,
  readRollout,
  reportOfRefusal,
  upload,
} from '../api/releases.ts'
import { type BuildOptions, type BuiltRelease, buildWorkspace, resolveBuild } from '../build/resolve-build.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { commandLine, failed } from '../failure.ts'
import { findingLines, kilobytes, liveText, painter, reportText } from '../text/format.ts'
import { findBrowser, proveRelease } from './prove-release.ts'

/** Builds one app of the workspace. */
export async function build(context: CommandContext, name: string): Promise<CommandResult> {
  const { version, files, folder } = await buildWorkspace(context, name)
  const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0)
  return {
    document: { name, version, folder, files: files.size, bytes, seconds: context.progress.seconds },
    text: `${name} ${version} is built in ${folder}: ${files.size} files, ${kilobytes(bytes)}\n`,
  }
}

/**
 * Builds, uploads and publishes a release, which the server checks. Stops before the build when the API is unreachable or
 * the token is refused.
 */
export async function deploy(
  context: CommandContext,
  name: string,
  options: BuildOptions & DeployOptions,
): Promise<CommandResult> {
  const { io, progress } = context
  const begun = performance.now()
  const build = resolveBuild(context, name, options)
  const api = await context.connect()
  const generation = await progress.step('connected', () => readGeneration(api, name))
  const built = await build()
  const browser = options.channel === 'stable' && !options.dryRun ? findBrowser(io.env) : null
  // Without proof that it loads the release becomes a canary: of no visitor while this command proves it.
  const sent = { ...options, generation, ...(browser !== null && { percent: 0 }) }
  let answer: DeployResponse
  try {
    answer = await progress.step(options.dryRun ? 'checked' : 'sent', () => upload(api, built, sent))
  } catch (error) {
    const report = reportOfRefusal(error)
    if (!report) throw error
    const { version } = built
    const text = reportText({ name, version, against: api.connection.url }, report, painter(io.colours))
    throw failed(`${name} ${version} was not deployed: checks failed`, { report, text })
  }
  if (browser !== null) answer = await makeLive(context, api, answer, { browser, message: options.message })
  const total = Math.round((performance.now() - begun) / 10) / 100
  return {
    document: {
      ...answer,
      ...(answer.preview && { preview: previewOf(api, answer.preview) }),
      dryRun: options.dryRun,
      seconds: { ...progress.seconds, total },
    },
    text: [
      findingLines(answer.report, painter(io.colours), ['warning']),
      closing(built, answer, total),
      answer.preview ? previewText(previewOf(api, answer.preview)) : '',
    ].join(''),
  }
}

const isCanary = ({ version, rollout }: DeployResponse): boolean => rollout?.canary?.version === version

/**
 * Makes a release live that the server keeps as a canary until a browser has loaded it: opens its preview link in a
 * browser, and promotes or halts the canary.
 * @returns the answer with the resulting rollout
 * @throws CommandFailure when the release does not load; no visitor got it
 */
async function makeLive(
  { io, progress }: CommandContext,
  api: ApiClient,
  answer: DeployResponse,
  { browser, message }: { browser: string; message: string },
): Promise<DeployResponse> {
  const { name, version, preview: link, rollout: from } = answer
  if (!link || !from || !isCanary(answer)) return answer
  const { env, signal } = io
  const lostBefore = api.lost()
  const prove = () =>
    progress.step('loaded in a browser', () => proveRelease(api, { name, link, browser, env, signal }))
  let proof = await prove()
  // The page could not report to an API that restarted.
  if (proof.outcome === 'no report' && api.lost() > lostBefore) proof = await prove()
  if (proof.outcome === 'no report') {
    progress.note(`${name} ${version}: its page reported nothing, so the release is not proven`)
    return answer
  }
  if (proof.outcome === 'loads') {
    const isDone = ({ live }: Rollout) => live === version
    const change = { action: 'promote', name, from, message, isDone } as const
    const rollout = await changeRollout(api, change).catch(async (error: unknown) => {
      const current = await readRollout(api, name)
      // Another deploy of the same release was faster.
      if (isDone(current)) return current
      throw error
    })
    return { ...answer, rollout }
  }
  const rollout = await changeRollout(api, {
    action: 'halt',
    name,
    from,
    message: 'it does not load in a browser',
    isDone: ({ halted }) => halted?.version === version,
  })
  throw failed(`${name} ${version} does not load in a browser: ${proof.why}. No visitor got it`, {
    ...answer,
    rollout,
  })
}

function closing(
  { name, version }: BuiltRelease,
  { published, rollout }: DeployResponse,
  total: number,
): string {
  if (!rollout) return `${name} ${version} passes every check; nothing was published (${total} s).\n`
  return `${name}: ${liveText(rollout)}${published ? '' : ', published before'}, in ${total} s. ${nextStep(name, version, rollout)}.\n`
}

/** The command that the user may need next, as a sentence without its full stop. */
function nextStep(name: string, version: string, rollout: Rollout): string {
  if (rollout.canary?.version === version)
    return `For all visitors, once a browser has loaded it (a visitor of the canary, or the preview link below): ${commandLine(`promote ${name}`)}; for none: ${commandLine(`halt ${name}`)}`
  if (rollout.previous) return `Back to ${rollout.previous}: ${commandLine(`rollback ${name}`)}`
  return 'There is no earlier release to go back to'
}
