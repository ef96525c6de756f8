import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { prove } from '@propsight/api/testing'
import {
  type Channel,
  type DeployResponse,
  deployResponse,
  type RemoteDeclaration,
  releasesResponse,
  rolloutResponse,
} from '@propsight/shared/contracts'
import { findBrowser } from '../find-browser.ts'
import type { RunningProduct } from '../product/start-product.ts'
import { type RemoteFiles, sha384 } from './remote-files.ts'

export interface CommandRun {
  /** The JSON document that the command printed. */
  document: Record<string, unknown>
  /** Duration of the process. */
  seconds: number
}

/**
 * Runs `remote … --json` in a checkout against a running product.
 * @throws Error with the output of the process if its exit code is not 0
 */
export async function runRemote(
  folder: string,
  product: Pick<RunningProduct, 'url' | 'adminKey'>,
  args: string[],
  env: Record<string, string> = {},
): Promise<CommandRun> {
  // `deploy` proves the release in the browser of the tests.
  const { executable, env: libraries } = await findBrowser()
  const browserEnv = { ...libraries, CHROMIUM_PATH: executable }
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      join(folder, 'tools/tasks/product/remote.ts'),
      ...args,
      '--json',
    ],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PROPSIGHT_API: product.url,
        PROPSIGHT_TOKEN: product.adminKey,
        ...browserEnv,
        ...env,
      },
    },
  )
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const code = await new Promise<number | null>((done) => child.once('close', done))
  const seconds = Math.round(performance.now() - startedAt) / 1_000
  if (code !== 0) throw new Error(`remote ${args.join(' ')} ended with ${code}:\n${out}\n${err}`)
  return { document: JSON.parse(out), seconds }
}

type Target = Pick<RunningProduct, 'url' | 'adminKey'>

export interface Deployable {
  declaration: RemoteDeclaration
  version: string
  files: RemoteFiles
  channel?: Channel
  percent?: number
  message?: string
}

async function requestJson(target: Target, path: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(target.url + path, {
    ...init,
    headers: { authorization: `Bearer ${target.adminKey}`, ...init.headers },
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

/**
 * Deploys one release through the HTTP deploy API. On the stable channel it also reports that the release loads, as a
 * browser does that opens its preview link, and makes it live.
 * @throws Error with status and body if it is refused
 */
export async function deploy(target: Target, release: Deployable): Promise<DeployResponse> {
  const { files, ...rest } = release
  const form = new FormData()
  const listed = [...files].map(([path, bytes]) => ({ path, size: bytes.length, integrity: sha384(bytes) }))
  form.append('deploy', JSON.stringify({ ...rest, files: listed }))
  for (const [path, bytes] of files) form.append(path, new Blob([new Uint8Array(bytes)]), 'file')
  const path = `/api/remotes/${release.declaration.name}/releases`
  const answer = deployResponse.parse(await requestJson(target, path, { method: 'POST', body: form }))
  if (release.channel === 'canary' || answer.rollout?.canary?.version !== release.version) return answer
  const { name } = release.declaration
  await prove(target.url, name, release.version, target.adminKey)
  const promoted = await requestJson(target, `/api/remotes/${name}/promote`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: release.message ?? '' }),
  })
  return { ...answer, ...rolloutResponse.parse(promoted) }
}

/** Reads the releases of a remote, their load counts and the version its pointer refers to. */
export const readReleases = async (target: Target, name: string) =>
  releasesResponse.parse(await requestJson(target, `/api/remotes/${name}/releases`))
