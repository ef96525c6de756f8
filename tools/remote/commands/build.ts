import { buildWorkspace } from '../build/workspace.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { kilobytes } from '../text/values.ts'

/** Builds one app of the workspace. */
export async function build(context: CommandContext, name: string): Promise<CommandResult> {
  const { version, files, folder } = await buildWorkspace(context, name)
  const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0)
  return {
    document: { name, version, folder, files: files.size, bytes, seconds: context.progress.seconds },
    text: `${name} ${version} is built in ${folder}: ${files.size} files, ${kilobytes(bytes)}\n`,
  }
}
