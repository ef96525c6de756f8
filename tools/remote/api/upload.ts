import { createHash } from 'node:crypto'
import {
  type Channel,
  type CheckReport,
  checkReportSchema,
  type DeployBody,
  type DeployResponse,
  deployResponse,
} from '@propsight/shared/contracts'
import type { BuiltRelease } from '../build/built-release.ts'
import { CommandFailure } from '../failure.ts'
import type { ApiClient } from './client.ts'

/** The server checks and compresses the files before it answers. */
const UPLOAD_TIMEOUT_MS = 180_000

export interface DeployOptions {
  channel: Channel
  percent?: number | undefined
  message: string
  dryRun: boolean
}

const describeUpload = (built: BuiltRelease, options: DeployOptions): Partial<DeployBody> => ({
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
  message: options.message,
  dryRun: options.dryRun,
})

/**
 * Uploads a build, which the server checks, stores and publishes; with `dryRun` it only checks. Uploading the same
 * release again has no further effect, so the request is repeated after a lost answer.
 * @throws CommandFailure when a check fails, see `reportOfRefusal`
 */
export async function upload(
  api: ApiClient,
  built: BuiltRelease,
  options: DeployOptions,
): Promise<DeployResponse> {
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
