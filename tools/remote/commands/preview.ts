import { type PreviewLink, previewLinkSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { ApiClient } from '../api/client.ts'
import { readRollout } from '../api/rollouts.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { CommandFailure, EXIT } from '../failure.ts'

/** A preview link with its complete address. */
export const previewOf = (api: ApiClient, { path, version, expiresAt }: PreviewLink) => ({
  url: api.connection.url + path,
  version,
  expiresAt,
})

export const previewText = ({ url, expiresAt }: ReturnType<typeof previewOf>): string =>
  `Preview until ${expiresAt.slice(0, 10)}, in the browser that opens it: ${url}\n`

/**
 * Creates a preview link of a release, or revokes all links of it. Without a version it is the canary, else the live
 * release.
 */
export async function preview(
  context: CommandContext,
  name: string,
  { release, days, revoke = false }: { release?: string; days?: number; revoke?: boolean },
): Promise<CommandResult> {
  const api = await context.connect()
  const rollout = release === undefined ? await readRollout(api, name) : null
  const version = release ?? rollout?.canary?.version ?? rollout?.live
  if (!version)
    throw new CommandFailure(
      EXIT.conflict,
      `${name} has no canary and no live release: name one with --release`,
    )
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
  const body = { version, ...(days === undefined ? {} : { days }) }
  const link = await api.ask(`/api/remotes/${name}/previews`, previewLinkSchema, { method: 'POST', body })
  const created = previewOf(api, link)
  return { document: { name, ...created }, text: `${name} ${version}. ${previewText(created)}` }
}
