import { scrubErrorText } from '@propsight/shared/contracts'
import type { ToldError } from './telemetry.ts'

const MAX_FRAMES = 20
/** What stands before a file of ours depends on the machine. */
const OURS = /^.*\/(?=(?:api|shared|supabase|league)\/src\/|node_modules\/)/

const frameOf = (line: string): string | null => {
  const place = /\(?((?:file:|node:|\/|[A-Za-z]:\\)[^()]+:\d+:\d+)\)?$/.exec(line.trim())?.[1]
  return place ? place.replace(/^file:\/\//, '').replace(OURS, '') : null
}

/** An error as a trace may hold it: its text scrubbed, its stack reduced to places. */
export function tellError(error: unknown): ToldError {
  if (!(error instanceof Error)) return { name: 'Error', message: scrubErrorText(String(error)), frames: [] }
  const lines = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  const frames = lines.flatMap((line) => frameOf(line) ?? []).slice(0, MAX_FRAMES)
  return { name: error.name, message: scrubErrorText(error.message), frames }
}
