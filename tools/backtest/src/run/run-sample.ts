import type { Options } from '../options.ts'
import { runSample, SAMPLE_DAYS } from '../sample/run-sample.ts'
import { sampleTable } from '../sample/sample-table.ts'
import { type CommandIo, dayProgress } from './command-io.ts'
import { checkWritable, writeAsked } from './write-file.ts'

/** Judges the engine on the sample league, whose true probabilities are known, and prints the table. */
export async function judgeSample({ json }: Options, io: CommandIo): Promise<void> {
  checkWritable(json)
  const result = runSample({ onDay: dayProgress(io, SAMPLE_DAYS.length) })
  io.stdout(sampleTable(result))
  if (json !== undefined) writeAsked(json, `${JSON.stringify(result, null, 2)}\n`, io)
}
