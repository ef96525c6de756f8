import { ROOT } from '../../federation/apps.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { usage } from '../failure.ts'
import { createRemote } from '../new/create-remote.ts'
import { InvalidRemoteOptions, type NewRemote } from '../new/declaration.ts'

/**
 * Creates a remote from the template in this workspace.
 * @throws CommandFailure usage when the name, path or title is taken or invalid; then nothing was written
 */
export async function create(
  { progress }: CommandContext,
  { name, mount, path, title }: NewRemote,
): Promise<CommandResult> {
  try {
    const { declaration, files } = await progress.step('written and linked', () =>
      createRemote({ name, mount, path, title, root: ROOT }),
    )
    return {
      document: { name, folder: `remotes/${name}`, declaration, files },
      text: `
  remotes/${name} is there: ${files.length} files, beginning with remote.json and src/app/app.tsx

    alone, with scripted answers   pnpm --filter @propsight/${name} dev
    in the shell, with hot edits   npm run dev
    its tests                      npm run unit -- remotes/${name}
    every check of a deploy        npm run remote -- doctor ${name}
    live                           npm run remote -- deploy ${name}

  Commit remotes/${name} together with pnpm-lock.yaml.
`,
    }
  } catch (error) {
    if (error instanceof InvalidRemoteOptions) throw usage(error.message)
    throw error
  }
}
