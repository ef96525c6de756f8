import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, EXIT } from '../options.ts'

/** Where the engine's data lies. */
export const FITTED_FOLDER = join(import.meta.dirname, '../../../../shared/src/domain/engine/fitted')

/** By its place: whoever runs this without a package manager has no path to it. */
const BIOME = join(import.meta.dirname, '../../../../node_modules/.bin/biome')
const SIGNIFICANT_DIGITS = 5
/** Bytes; the largest has a few thousand numbers. */
const LARGEST_MODULE = 1 << 24
/** Retrosheet's terms of use ask for this sentence wherever its data went in. */
const RETROSHEET =
  'The information used here was obtained free of charge from and is copyrighted by Retrosheet (www.retrosheet.org).'

/** A constant of the engine as a module of its own. */
export interface FittedModule {
  /** Name of the file without `.ts`. */
  readonly file: string
  readonly constant: string
  readonly type: string
  /** Module of the type, as the file imports it; null where the type is the value's own. */
  readonly typeFrom: string | null
  /** What it is, in a sentence. */
  readonly what: string
  readonly value: object
}

export interface Provenance {
  /** Name of the data. */
  readonly data: string
  readonly from: string
  readonly to: string
}

/** Rounds every number to five digits: more would claim what no season can tell. */
export const rounded = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value, (_key, each: unknown) =>
      typeof each === 'number' ? Number(each.toPrecision(SIGNIFICANT_DIGITS)) : each,
    ),
  )

/** The module's text, before formatting. */
export function moduleText(
  { constant, type, typeFrom, what, value }: FittedModule,
  made: Provenance,
): string {
  const notice = made.data.includes('Retrosheet') ? ` ${RETROSHEET}` : ''
  const comment = `${what} ${made.data}, ${made.from} to ${made.to}.${notice}`
  return [
    typeFrom === null ? '' : `import type { ${type} } from '${typeFrom}'\n`,
    `/**\n${wrapped(comment)}\n */`,
    `export const ${constant}${typeFrom === null ? '' : `: ${type}`} = ${JSON.stringify(value, null, 2)}`,
    '',
  ].join('\n')
}

/** Comment lines as wide as the house's code. */
function wrapped(text: string): string {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line.length + word.length > 112) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.map((line) => ` * ${line}`).join('\n')
}

/** Writes a module into the engine, in the house's format. @returns the file */
export function writeFitted(module: FittedModule, made: Provenance, folder = FITTED_FOLDER): string {
  const name = `${module.file}.ts`
  // By the name that it has in the engine, whose folder is formatted as the house says.
  const { status, stdout, stderr, error } = spawnSync(
    BIOME,
    ['format', `--stdin-file-path=${join(FITTED_FOLDER, name)}`],
    { encoding: 'utf8', cwd: FITTED_FOLDER, input: moduleText(module, made), maxBuffer: LARGEST_MODULE },
  )
  if (status !== 0) throw new CommandError(`${name}: biome: ${error?.message ?? stderr}`, EXIT.failed)
  const file = join(folder, name)
  writeFileSync(file, stdout)
  return file
}
