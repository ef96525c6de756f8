import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  type DeployResponse,
  type PreviewLink,
  type Rollout,
  releasesResponse,
} from '@propsight/shared/contracts'
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
import { type BuildOptions, type BuiltRelease, resolveBuild } from '../build/resolve-build.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { commandLine, failed } from '../failure.ts'
import { findingLines, liveText, painter, reportText } from '../text/format.ts'

// Proves in a browser that a release loads: opens its preview link in the live shell. The page mounts the release and
// reports the outcome with the ticket that the API signed for it (docs/adr/0058).

const BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const FLAGS = [
  '--headless',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--no-first-run',
  // Keeps the browser open until it is ended, without a port that other users of the machine could reach.
  '--remote-debugging-pipe',
]
/** Longer than the shell's own time limit of a load, so that the page reports a load that hangs. */
const REPORT_MS = 60_000
const POLL_MS = 750

/** The browser for proofs: `CHROMIUM_PATH`, else the first one in a usual place; null without one. */
export function findBrowser({ CHROMIUM_PATH: configured }: NodeJS.ProcessEnv): string | null {
  if (configured !== undefined) return existsSync(configured) ? configured : null
  return BROWSERS.find((path) => existsSync(path)) ?? null
}

export type Proof =
  | { outcome: 'loads' }
  /** `why`: what the page reported, for developers. */
  | { outcome: 'fails'; why: string }
  | { outcome: 'no report' }

/** What failed loads of a release prove; none mean that it loads. The last failure is the first. */
export function buildProof(
  failures: readonly { kind?: string | null | undefined; detail?: string | null | undefined }[],
): Proof {
  const [last] = failures
  if (!last) return { outcome: 'loads' }
  const why = [last.kind, last.detail].filter(Boolean).join(': ')
  return { outcome: 'fails', why: why || 'the page reports a failure' }
}

async function readLoads(api: ApiClient, name: string, version: string) {
  const { releases } = await api.ask(`/api/remotes/${name}/releases`, releasesResponse)
  const release = releases.find((each) => each.version === version)
  if (!release) throw new Error(`${name} ${version} is not among its releases`)
  return { ok: release.loads.ok, failed: release.loads.failed, failures: release.loads.failures }
}

/** Waits for the next load report of a release. */
async function nextReport(
  api: ApiClient,
  name: string,
  version: string,
  before: { ok: number; failed: number },
  signal: AbortSignal,
): Promise<Proof> {
  for (;;) {
    await setTimeout(POLL_MS, undefined, { signal })
    const { ok, failed, failures } = await readLoads(api, name, version)
    if (failed > before.failed) return buildProof([failures[0] ?? {}])
    if (ok > before.ok) return buildProof([])
  }
}

/**
 * Opens an address in a browser until the page has reported.
 * @param browser path of a Chromium; one that does not start or ends early gives no report
 * @param report waits for the report until the signal is aborted
 * @param signal ends the browser
 */
export async function openUntilReport({
  url,
  browser,
  env,
  signal,
  report,
}: {
  url: string
  browser: string
  env: NodeJS.ProcessEnv
  signal: AbortSignal
  report: (within: AbortSignal) => Promise<Proof>
}): Promise<Proof> {
  const profile = mkdtempSync(join(tmpdir(), 'propsight-proof-'))
  const ended = new AbortController()
  // The code of the release runs in the browser: it gets no token of this process.
  const { PROPSIGHT_TOKEN: _, ...rest } = env
  // Chromium refuses its sandbox to root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(browser, [...FLAGS, ...asRoot, `--user-data-dir=${profile}`, url], {
    env: rest,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const noReport: Proof = { outcome: 'no report' }
  const exit = once(child, 'exit').then(
    () => noReport,
    () => noReport,
  )
  const within = AbortSignal.any([signal, ended.signal, AbortSignal.timeout(REPORT_MS)])
  const late = once(within, 'abort').then(() => {
    signal.throwIfAborted()
    return noReport
  })
  try {
    return await Promise.race([
      report(within).catch((error: unknown) => (within.aborted ? late : Promise.reject(error))),
      late,
      exit,
    ])
  } finally {
    ended.abort()
    child.kill('SIGKILL')
    await exit
    // Children of the browser write for a moment longer. A folder that stays must not hide the outcome.
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => undefined)
  }
}

/**
 * Opens the preview link of a release in a browser and waits for the report of the page.
 * @param browser path of a Chromium; one that does not start or ends early gives no report
 * @param signal ends the browser
 */
export async function proveRelease(
  api: ApiClient,
  {
    name,
    link,
    ...options
  }: {
    name: string
    link: PreviewLink
    browser: string
    env: NodeJS.ProcessEnv
    signal: AbortSignal
  },
): Promise<Proof> {
  const before = await readLoads(api, name, link.version)
  const report = (within: AbortSignal) => nextReport(api, name, link.version, before, within)
  return openUntilReport({ ...options, url: previewOf(api, link).url, report })
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
