import { type PreviewShell, previewLinkSchema } from '@propsight/shared/contracts'
import * as z from 'zod'
import { previewOf, previewText, shownVersion } from '../api/releases.ts'
import type { CommandContext, CommandResult } from '../context.ts'

export interface PreviewOptions {
  release?: string
  days?: number
  shell?: PreviewShell
  revoke?: boolean
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
