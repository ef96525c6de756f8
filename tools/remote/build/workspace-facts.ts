import { join } from 'node:path'
import { SHELL_RELEASE_NAME, sharedPackageSchema } from '@propsight/shared/contracts'
import { HOST_FILE, type HostFacts, type LiveRemote } from '@propsight/shared/release'
import * as z from 'zod'
import { findApps } from '../../federation/apps.ts'
import { readRelease } from '../../federation/release-file.ts'
import type { CommandContext } from '../context.ts'
import { buildWorkspace } from './workspace.ts'

/** The content of a shell's host file: its contract version and shared packages. */
export const hostFacts = z.object({ contract: z.string(), shared: z.array(sharedPackageSchema) })

/** Reads the host file of this workspace's shell, after a build if its sources changed. */
export async function workspaceHost(context: CommandContext): Promise<HostFacts | null> {
  const { files } = await buildWorkspace(context, SHELL_RELEASE_NAME)
  const file = files.get(HOST_FILE)
  if (!file) return null
  const parsed = hostFacts.safeParse(JSON.parse(new TextDecoder().decode(file)))
  return parsed.success ? parsed.data : null
}

/**
 * The other remotes of this workspace by their declarations; their shared packages are known only if they are
 * built.
 */
export const workspaceOthers = (name: string): LiveRemote[] =>
  findApps().flatMap(({ name: other, folder, declaration }) =>
    declaration && other !== name
      ? [
          {
            name: other,
            contract: declaration.contract,
            shared: readRelease(join(folder, 'dist'))?.shared ?? [],
            placement: declaration.placement,
            globalName: null,
          },
        ]
      : [],
  )
