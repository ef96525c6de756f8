import { scrubErrorText } from '@propsight/shared/contracts'
import type { ToldError } from './telemetry.ts'

const MAX_FRAMES = 20
/** The machine-dependent part of a path before a project file or a package. */
const OURS = /^.*\/(?=(?:api|shared|supabase|league)\/src\/|node_modules\/)/

const frameOf = (line: string): string | null => {
  const place = /\(?((?:file:|node:|\/|[A-Za-z]:\\)[^()]+:\d+:\d+)\)?$/.exec(line.trim())?.[1]
  return place ? place.replace(/^file:\/\//, '').replace(OURS, '') : null
}

/** Converts an error for a trace: the message is redacted, the stack reduced to file, line and column. */
export function tellError(error: unknown): ToldError {
  if (!(error instanceof Error)) return { name: 'Error', message: scrubErrorText(String(error)), frames: [] }
  const lines = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  const frames = lines.flatMap((line) => frameOf(line) ?? []).slice(0, MAX_FRAMES)
  return { name: error.name, message: scrubErrorText(error.message), frames }
}
