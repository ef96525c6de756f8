import {
  type Channel,
  type CheckReport,
  type DeployBody,
  type DeployResponse,
  deployResponse,
  type Rollout,
} from '@propsight/shared/contracts'
import { integrityOf } from '@propsight/shared/release'
import type { ApiClient } from '../api/client.ts'
import { assertMayDeploy, changeRollout, readRollout } from '../api/rollouts.ts'
import type { BuiltRelease } from '../build/built-release.ts'
import { examine, readLiveFacts } from '../build/examine.ts'
import { type BuildOptions, buildWorkspace, resolveBuild } from '../build/resolve-build.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { CommandFailure, commandLine, EXIT, failed } from '../failure.ts'
import { kilobytes } from '../text/format.ts'
import { findingLines, painter, reportText } from '../text/report-text.ts'
import { liveText } from '../text/rollout-text.ts'
import { previewOf, previewText } from './preview.ts'
import { proveBuild } from './prove-build.ts'
import { findBrowser, type Proof, proveRelease } from './prove-release.ts'

/** The server checks and compresses the files before it answers. */
const UPLOAD_TIMEOUT_MS = 180_000

export interface DeployOptions {
  channel: Channel
  percent?: number | undefined
  message: string
  dryRun: boolean
}

async function bodyOf(built: BuiltRelease, options: DeployOptions): Promise<Partial<DeployBody>> {
  const files = [...built.files].map(async ([path, bytes]) => ({
    path,
    size: bytes.length,
    integrity: await integrityOf(bytes),
  }))
  return {
    version: built.version,
    declaration: built.declaration,
    files: await Promise.all(files),
    ...(built.preload ? { preload: built.preload } : {}),
    channel: options.channel,
    ...(options.percent === undefined ? {} : { percent: options.percent }),
    message: options.message,
    dryRun: options.dryRun,
  }
}

/**
 * Uploads a build, which the server checks, stores and makes live. Uploading the same release again has no
 * further effect, so the request is repeated after a lost answer.
 * @throws CommandFailure with the server's report when a check fails
 */
export async function upload(
  api: ApiClient,
  built: BuiltRelease,
  options: DeployOptions,
): Promise<DeployResponse> {
  const body = JSON.stringify(await bodyOf(built, options))
  const form = () => {
    const data = new FormData()
    data.set('deploy', body)
    // The path is the field name. A part counts as a file only if it has a file name.
    for (const [path, bytes] of built.files) data.set(path, new Blob([new Uint8Array(bytes)]), 'file')
    return data
  }
  return api.ask(`/api/remotes/${built.name}/releases`, deployResponse, {
    method: 'POST',
    form,
    timeoutMs: UPLOAD_TIMEOUT_MS,
  })
}

/** Builds one app of the workspace. */
export async function build(context: CommandContext, name: string): Promise<CommandResult> {
  const { version, files, folder } = await buildWorkspace(context, name)
  const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0)
  return {
    document: { name, version, folder, files: files.size, bytes, seconds: context.progress.seconds },
    text: `${name} ${version} is built in ${folder}: ${files.size} files, ${kilobytes(bytes)}\n`,
  }
}

const PROOF_TEXTS: Record<Proof['outcome'], string> = {
  loads: 'It loads in the live shell, in a browser.',
  fails: 'It does not load in the live shell',
  'no report': 'Whether it loads is not known: the page of the live shell reported nothing.',
}

/**
 * Builds and runs every check of a deploy, without uploading anything. Opens the build in the live shell if there is one
 * and a browser is installed.
 */
export async function doctor(
  context: CommandContext,
  name: string,
  options: BuildOptions,
): Promise<CommandResult> {
  const { io, progress } = context
  const built = await resolveBuild(context, name, options)()
  const api = await context.tryConnect()
  const { facts, report, release } = await progress.step('checks', async () => {
    const facts = await readLiveFacts(context, api, name)
    return { facts, ...(await examine(built, facts)) }
  })
  const browser = findBrowser(io.env)
  let proof: Proof | null = null
  if (report.ok && release?.placement && api && facts.host && browser !== null) {
    const { env, signal } = io
    proof = await progress.step('loaded in a browser', () =>
      proveBuild(api, { built, release }, { browser, env, signal }),
    )
  }
  const { version } = built
  const why = proof?.outcome === 'fails' ? `: ${proof.why}` : ''
  return {
    document: { name, version, against: facts.source, report, proof, seconds: progress.seconds },
    text: [
      reportText({ name, version, against: facts.source }, report, painter(io.colours)),
      proof ? `${PROOF_TEXTS[proof.outcome]}${why}\n` : '',
    ].join(''),
    exitCode: report.ok && proof?.outcome !== 'fails' ? EXIT.done : EXIT.failed,
  }
}

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
  const build = resolveBuild(context, name, options)
  const api = await context.connect()
  await progress.step('connected', () => assertMayDeploy(api, name))
  const built = await build()
  const { against, report } = await progress.step('checks', async () => {
    // A folder that was built elsewhere must not wait for a build of this workspace.
    const facts = await readLiveFacts(context, api, name, options.dist === undefined)
    return { against: facts.source, report: (await examine(built, facts)).report }
  })
  const textOf = (checked: CheckReport) =>
    reportText({ name, version: built.version, against }, checked, painter(context.io.colours))
  if (!report.ok)
    throw failed(`${name} ${built.version} is not sent: a check fails`, { report, text: textOf(report) })

  const browser = options.channel === 'stable' && !options.dryRun ? findBrowser(context.io.env) : null
  // Without proof that it loads the release becomes a canary: of no visitor while this command proves it.
  const sent = browser === null ? options : { ...options, percent: 0 }
  let answer: DeployResponse
  try {
    answer = await progress.step(options.dryRun ? 'checked there' : 'sent', () => upload(api, built, sent))
  } catch (error) {
    // The server's report replaces the local one: the server may know of further releases.
    const serverReport = error instanceof CommandFailure ? error.details.report : undefined
    if (error instanceof CommandFailure && serverReport)
      throw new CommandFailure(error.exitCode, error.message, {
        ...error.details,
        text: textOf(serverReport as CheckReport),
      })
    throw error
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
      findingLines(answer.report, painter(context.io.colours), ['warning']),
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
  const proof = await progress.step('loaded in a browser', () =>
    proveRelease(api, { name, link, browser, env, signal }),
  )
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
