import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type PreviewLink, releasesResponse } from '@propsight/shared/contracts'
import type { ApiClient } from '../api/client.ts'
import { previewOf } from '../api/releases.ts'

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
