import { createHash } from 'node:crypto'
import {
  type CanaryAudience,
  type Channel,
  type CheckReport,
  checkReportSchema,
  type DeployBody,
  type DeployResponse,
  deployResponse,
  type PreviewLink,
  type PreviewShell,
  previewLinkSchema,
  type Rollout,
  rolloutResponse,
  rolloutsResponse,
} from '@propsight/shared/contracts'
import type { BuiltRelease } from '../build/resolve-build.ts'
import { CommandFailure, EXIT, failed } from '../failure.ts'
import type { ApiClient } from './client.ts'

/** The server checks and compresses the files before it answers. */
const UPLOAD_TIMEOUT_MS = 180_000

export interface DeployOptions {
  channel: Channel
  percent?: number | undefined
  /** Further conditions on the visitors who get a canary. */
  audience?: CanaryAudience
  message: string
  dryRun: boolean
}
/** `generation`: see `readGeneration`; not needed for a dry run. */
type Upload = DeployOptions & { generation?: number }

const describeUpload = (built: BuiltRelease, options: Upload): Partial<DeployBody> => ({
  version: built.version,
  declaration: built.declaration,
  files: [...built.files].map(([path, bytes]) => ({
    path,
    size: bytes.length,
    integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`,
  })),
  ...(built.preload ? { preload: built.preload } : {}),
  channel: options.channel,
  ...(options.percent === undefined ? {} : { percent: options.percent }),
  ...(options.audience && Object.keys(options.audience).length > 0 && { audience: options.audience }),
  message: options.message,
  generation: options.generation,
  dryRun: options.dryRun,
})

/**
 * Uploads a build, which the server checks, stores and publishes; with `dryRun` it only checks. Uploading the same
 * release again has no further effect, so the request is repeated after a lost answer.
 * @throws CommandFailure when a check fails, see `reportOfRefusal`
 */
export async function upload(api: ApiClient, built: BuiltRelease, options: Upload): Promise<DeployResponse> {
  const body = JSON.stringify(describeUpload(built, options))
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

/** The report of the checks with which the server refused an upload; null for any other failure. */
export function reportOfRefusal(error: unknown): CheckReport | null {
  if (!(error instanceof CommandFailure)) return null
  return checkReportSchema.safeParse(error.details.report).data ?? null
}

const CHANGE_TIMEOUT_MS = 30_000

/**
 * Reads the rollouts visible to the credential: all with the admin key, its own remote's with a deploy token.
 */
export async function readRollouts(api: ApiClient): Promise<Rollout[]> {
  return (await api.ask('/api/rollouts', rolloutsResponse)).rollouts
}

const DEPLOY_TOKEN = /^psd_/

/** The rollout of a remote; undefined if it was never deployed. @throws CommandFailure unauthorised */
async function findRollout(api: ApiClient, name: string): Promise<{ found?: Rollout; all: Rollout[] }> {
  const all = await readRollouts(api)
  const found = all.find((rollout) => rollout.name === name)
  if (found) return { found, all }
  const { credential, credentialFrom } = api.connection
  const [own] = all
  if (!own || !DEPLOY_TOKEN.test(credential ?? '')) return { all }
  throw new CommandFailure(
    EXIT.unauthorised,
    `This deploy token opens ${own.name}, not ${name}. The request used ${credentialFrom}.`,
  )
}

/**
 * Reads the generation on which a deploy is based, before the build, and so whether the credential may deploy the
 * remote. A token sees only its own remote, and only after the first deploy; otherwise the answer to the upload decides.
 * @throws CommandFailure unauthorised
 */
export async function readGeneration(api: ApiClient, name: string): Promise<number> {
  return (await findRollout(api, name)).found?.generation ?? 0
}

/**
 * Reads one rollout. @throws CommandFailure when the remote was never deployed, or the token is of another
 * remote
 */
export async function readRollout(api: ApiClient, name: string): Promise<Rollout> {
  const { found, all } = await findRollout(api, name)
  if (found) return found
  const names = all.map((rollout) => rollout.name).join(', ')
  throw failed(
    `Nothing called '${name}' was deployed to ${api.connection.url}, or this token is not for it.${names ? ` Deployed: ${names}.` : ''}`,
  )
}

export interface RolloutChange {
  action: 'promote' | 'rollback' | 'halt' | 'retire'
  name: string
  /**
   * The rollout that the change is based on. If it has changed in the meantime, the server refuses the
   * change.
   */
  from: Rollout
  message: string
  /** With `rollback`: the target, instead of the one that the server chooses. */
  version?: string
  /** With `rollback`: also to a release that failed in browsers. */
  force?: boolean
  /** With `retire`: the path that replaces the paths of the remote. */
  redirectTo?: string
  /** Whether a rollout is the result of this change. */
  isDone(rollout: Rollout): boolean
}

/**
 * Changes a rollout by compare-and-swap. If an answer was lost, the retry may conflict with the command's own
 * first attempt; the current rollout then shows whether that attempt made the change.
 * @throws CommandFailure conflict when the rollout was changed in the meantime
 */
export async function changeRollout(api: ApiClient, change: RolloutChange): Promise<Rollout> {
  const { action, name, from, message, version, force, redirectTo } = change
  const lostBefore = api.lost()
  const path = `/api/remotes/${name}/${action}`
  const body = {
    message,
    generation: from.generation,
    ...(version === undefined ? {} : { version }),
    ...(force ? { force } : {}),
    ...(redirectTo === undefined ? {} : { redirectTo }),
  }
  try {
    return (await api.ask(path, rolloutResponse, { method: 'POST', body, timeoutMs: CHANGE_TIMEOUT_MS }))
      .rollout
  } catch (error) {
    if (!(error instanceof CommandFailure) || error.exitCode !== EXIT.conflict || api.lost() === lostBefore)
      throw error
    const current = await readRollout(api, name)
    if (current.generation === from.generation + 1 && change.isDone(current)) return current
    throw error
  }
}

/** A preview link with its complete address. */
export const previewOf = (api: ApiClient, { path, version, shell, expiresAt }: PreviewLink) => ({
  url: api.connection.url + path,
  version,
  ...(shell !== null && { shell }),
  expiresAt,
})

export const previewText = ({ url, expiresAt }: ReturnType<typeof previewOf>): string =>
  `Preview ${expiresAt === null ? 'for as long as the release is kept' : `until ${expiresAt.slice(0, 10)}`}, in the browser that opens it: ${url}\n`

/** The release to show: the given one, else the canary, else the live release. @throws CommandFailure conflict */
export async function shownVersion(
  api: ApiClient,
  name: string,
  release: string | undefined,
): Promise<string> {
  const rollout = release === undefined ? await readRollout(api, name) : null
  const version = release ?? rollout?.canary?.version ?? rollout?.live
  if (version) return version
  throw new CommandFailure(
    EXIT.conflict,
    `${name} has no canary and no live release: name one with --release`,
  )
}

/** A link that shows the release in a shell; null when there is no such shell. */
export async function createPreview(
  api: ApiClient,
  name: string,
  body: { version: string; shell: PreviewShell },
): Promise<PreviewLink | null> {
  try {
    return await api.ask(`/api/remotes/${name}/previews`, previewLinkSchema, {
      method: 'POST',
      body: { ...body, days: 1 },
    })
  } catch (error) {
    if (error instanceof CommandFailure && error.exitCode === EXIT.conflict) return null
    throw error
  }
}
