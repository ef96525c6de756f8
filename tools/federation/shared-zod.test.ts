import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as exported from '../../shell/src/loader/shared-zod.ts'
import { findApps, ROOT } from './apps.ts'

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))

/** Values only: types such as `z.infer` do not exist at run time. */
const namesIn = (source: string): string[] =>
  /from 'zod'/.test(source) ? [...source.matchAll(/\bz\.([a-z]\w*)/g)].map(([, name = '']) => name) : []

describe('F3 the shared zod', () => {
  it('exports every zod function that the shell and its remotes use', () => {
    const folders = [join(ROOT, 'shared/src'), ...findApps().map(({ folder }) => join(folder, 'src'))]
    const used = new Set(folders.flatMap(sources).flatMap(namesIn))
    for (const name of ['infer', 'input', 'output']) used.delete(name)
    expect([...used].filter((name) => !(name in exported))).toEqual([])
  })
})
