import { type PreviewLink, type PreviewShell, previewLinkSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { ApiClient } from '../api/client.ts'
import { readRollout } from '../api/rollouts.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { CommandFailure, EXIT } from '../failure.ts'

/** A preview link with its complete address. */
export const previewOf = (api: ApiClient, { path, version, shell, expiresAt }: PreviewLink) => ({
  url: api.connection.url + path,
  version,
  ...(shell !== null && { shell }),
  expiresAt,
})

export const previewText = ({ url, expiresAt }: ReturnType<typeof previewOf>): string =>
  `Preview until ${expiresAt.slice(0, 10)}, in the browser that opens it: ${url}\n`

export interface PreviewOptions {
  release?: string
  days?: number
  shell?: PreviewShell
  revoke?: boolean
}

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

/**
 * Creates a preview link of a release, or revokes all links of it. Without a version it is the canary, else the live
 * release.
 */
export async function preview(
  context: CommandContext,
  name: string,
  { release, days, shell, revoke = false }: PreviewOptions,
): Promise<CommandResult> {
  const api = await context.connect()
  const version = await shownVersion(api, name, release)
  if (revoke) {
    await api.ask(`/api/remotes/${name}/previews/revoke`, z.undefined(), {
      method: 'POST',
      body: { version },
    })
    return {
      document: { name, version, revoked: true },
      text: `${name} ${version}: all preview links are revoked; browsers that opened one return to the released version\n`,
    }
  }
  const body = { version, ...(days !== undefined && { days }), ...(shell !== undefined && { shell }) }
  const link = await api.ask(`/api/remotes/${name}/previews`, previewLinkSchema, { method: 'POST', body })
  const created = previewOf(api, link)
  const shown = created.shell === undefined ? version : `${version} in the shell ${created.shell}`
  return { document: { name, ...created }, text: `${name} ${shown}. ${previewText(created)}` }
}
