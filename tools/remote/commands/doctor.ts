import { examine } from '../build/examine.ts'
import { readLiveFacts } from '../build/live-facts.ts'
import { type BuildOptions, resolveBuilt } from '../build/resolve-build.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { EXIT } from '../failure.ts'
import { painter } from '../text/paint.ts'
import { reportText } from '../text/report-text.ts'

/** Builds and runs every check of a deploy, without uploading anything. */
export async function doctor(
  context: CommandContext,
  name: string,
  options: BuildOptions,
): Promise<CommandResult> {
  const { io, progress } = context
  const built = await resolveBuilt(context, name, options)()
  const { facts, report } = await progress.step('checks', async () => {
    const facts = await readLiveFacts(context, await context.tryConnect(), name)
    return { facts, report: (await examine(built, facts)).report }
  })
  const { version } = built
  return {
    document: { name, version, against: facts.source, report, seconds: progress.seconds },
    text: reportText({ name, version, against: facts.source }, report, painter(io.colours)),
    exitCode: report.ok ? EXIT.done : EXIT.failed,
  }
}
