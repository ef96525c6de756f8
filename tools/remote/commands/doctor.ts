import { brotliCompressSync } from 'node:zlib'
import type { CheckReport } from '@propsight/shared/contracts'
import { deriveRelease, examineRelease } from '@propsight/shared/release'
import type { ApiClient } from '../api/client.ts'
import { reportOfRefusal, upload } from '../api/releases.ts'
import { type BuildOptions, type BuiltRelease, resolveBuild } from '../build/resolve-build.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { EXIT } from '../failure.ts'
import { painter, reportText } from '../text/format.ts'
import { proveBuild } from './prove-build.ts'
import { findBrowser, type Proof } from './prove-release.ts'

/** Asks the server for its report on a release, without publishing it. */
async function checkOnServer(api: ApiClient, built: BuiltRelease): Promise<CheckReport> {
  try {
    return (await upload(api, built, { channel: 'stable', message: '', dryRun: true })).report
  } catch (error) {
    const report = reportOfRefusal(error)
    if (report) return report
    throw error
  }
}

/** Runs the checks that need neither the live releases nor the rights of a token. */
async function checkOffline({ declaration, version, files, preload }: BuiltRelease): Promise<CheckReport> {
  const nothingLive = { host: null, others: [], kept: [] }
  const brotli = (bytes: Uint8Array) => brotliCompressSync(bytes).length
  const input = { declaration, version, files, preload, brotli, ...nothingLive }
  return (await examineRelease(input)).report
}

const PROOF_TEXTS: Record<Proof['outcome'], string> = {
  loads: 'It loads in the live shell, in a browser.',
  fails: 'It does not load in the live shell',
  'no report': 'Whether it loads is not known: the page of the live shell reported nothing.',
}

/** Opens a build in the live shell; null without a live shell or a browser, or for a build without a screen. */
async function proveLoads(
  { io, progress }: CommandContext,
  api: ApiClient,
  built: BuiltRelease,
): Promise<Proof | null> {
  const browser = findBrowser(io.env)
  const release = await deriveRelease(built)
  if (browser === null || !release.placement) return null
  const { env, signal } = io
  return progress.step('loaded in a browser', () =>
    proveBuild(api, { built, release }, { browser, env, signal }),
  )
}

/**
 * Builds, and asks the server for every check of a deploy; without a server or a token, runs those that need none. Opens
 * the build in the live shell if there is one and a browser is installed. Stores and publishes nothing.
 */
export async function doctor(
  context: CommandContext,
  name: string,
  options: BuildOptions,
): Promise<CommandResult> {
  const { io, progress } = context
  const built = await resolveBuild(context, name, options)()
  const api = await context.tryConnect()
  const server = api?.connection.credential ? api : null
  if (!server) {
    const missing = api
      ? `no token was sent to ${api.connection.url}: ${api.connection.credentialFrom}`
      : 'no Propsight is running'
    progress.note(`The releases that are live were not compared, because ${missing}`)
  }
  const against = server?.connection.url ?? 'no live releases'
  const report = await progress.step('checks', () =>
    server ? checkOnServer(server, built) : checkOffline(built),
  )
  const hasShell = report.facts.hostContract !== null
  const proof = server && report.ok && hasShell ? await proveLoads(context, server, built) : null
  const why = proof?.outcome === 'fails' ? `: ${proof.why}` : ''
  const { version } = built
  return {
    document: { name, version, against, report, proof, seconds: progress.seconds },
    text: [
      reportText({ name, version, against }, report, painter(io.colours)),
      proof ? `${PROOF_TEXTS[proof.outcome]}${why}\n` : '',
    ].join(''),
    exitCode: report.ok && proof?.outcome !== 'fails' ? EXIT.done : EXIT.failed,
  }
}
