import { type Channel, type DeployResponse, type DeployBody, deployResponse } from '@propsight/shared/contracts'
import { integrityOf } from '@propsight/shared/release'
import type { ApiClient } from '../api/client.ts'
import type { Built } from './built-release.ts'

/** The server checks and compresses the files before it answers. */
const UPLOAD_TIMEOUT_MS = 180_000

export interface DeployOptions {
  channel: Channel
  percent?: number | undefined
  message: string
  dryRun: boolean
}

async function bodyOf(built: Built, options: DeployOptions): Promise<Partial<DeployBody>> {
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
export async function upload(api: ApiClient, built: Built, options: DeployOptions): Promise<DeployResponse> {
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
