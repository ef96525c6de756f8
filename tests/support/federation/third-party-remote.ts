import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type RemoteDeclaration, remoteDeclarationSchema } from '@propsight/shared/contracts'
import webpack, { type Configuration } from 'webpack'
import { type RemoteFiles, readFiles, relabel } from './remote-files.ts'

const FOLDER = resolve(import.meta.dirname, '../../fixtures/third-party')
/** Placeholder in the sources of the fixture, at every place where two releases must differ. */
const MARK = 'r0000'

export interface ThirdPartyBuild {
  declaration: RemoteDeclaration
  files: RemoteFiles
}

/**
 * Builds the third-party remote (tests/fixtures) with its own webpack configuration, in a temporary folder.
 */
export async function buildThirdPartyRemote(): Promise<ThirdPartyBuild> {
  const output = mkdtempSync(join(tmpdir(), 'propsight-third-party-'))
  try {
    const loaded: { default: Configuration } = await import(
      pathToFileURL(join(FOLDER, 'webpack.config.js')).href
    )
    const config = loaded.default
    await new Promise<void>((done, failed) => {
      webpack({ ...config, output: { ...config.output, path: output } }, (error, stats) => {
        if (error || !stats || stats.hasErrors()) failed(error ?? new Error(stats?.toString('errors-only')))
        else done()
      })
    })
    const declaration = remoteDeclarationSchema.parse(
      JSON.parse(readFileSync(join(FOLDER, 'remote.json'), 'utf8')),
    )
    return { declaration, files: readFiles(output) }
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
}

/**
 * Derives another release of the same remote, as a further build would produce it.
 * @param count number of the release; its mark is `r0001`, `r0002` and so on
 */
export function deriveRelease({ declaration, files }: ThirdPartyBuild, count: number): ThirdPartyBuild {
  const mark = `r${String(count).padStart(4, '0')}`
  return {
    declaration: remoteDeclarationSchema.parse(
      JSON.parse(JSON.stringify(declaration).replaceAll(MARK, mark)),
    ),
    files: relabel(files, MARK, mark),
  }
}

/** Derives a remote with another name and tab title from the same build. */
export function renameRemote(
  { declaration, files }: ThirdPartyBuild,
  name: string,
  title: string,
): ThirdPartyBuild {
  const text = JSON.stringify(declaration)
    .replaceAll(declaration.name, name)
    .replace(declaration.placement.title, title)
  return {
    declaration: remoteDeclarationSchema.parse(JSON.parse(text)),
    files: relabel(files, declaration.name, name),
  }
}
