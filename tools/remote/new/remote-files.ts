import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Placement, RemoteDeclaration } from '@propsight/shared/contracts'

const TEMPLATE = join(import.meta.dirname, 'template')

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
/** A list on one line, as the formatter writes short lists. */
const oneLine = (values: readonly string[]): string =>
  `[${values.map((value) => JSON.stringify(value)).join(', ')}]`

const packageJson = (name: string): string =>
  json({
    name: `@propsight/${name}`,
    version: '0.1.0',
    private: true,
    type: 'module',
    scripts: {
      build: 'rsbuild build',
      dev: 'node --disable-warning=ExperimentalWarning ../../tools/harness/src/server/main.ts',
    },
    dependencies: {
      '@propsight/shared': 'workspace:*',
      '@tanstack/react-query': 'catalog:',
      react: 'catalog:',
      'react-dom': 'catalog:',
    },
    devDependencies: { '@propsight/harness': 'workspace:*', '@rsbuild/core': 'catalog:' },
  })

function remoteJson(declaration: RemoteDeclaration): string {
  const text = json(declaration)
  const { placement } = declaration
  return placement.mount === 'page'
    ? text.replace(/"paths": \[[^\]]*\]/, `"paths": ${oneLine(placement.paths)}`)
    : text
}

const RSBUILD_CONFIG = `import { defineRemoteConfig } from '../../tools/federation/remote-config.ts'

export default defineRemoteConfig(import.meta.dirname)
`

/**
 * The files of the template by their path in the remote. An overlay's App is in a dialog and has no heading.
 */
function templateFiles(mount: Placement['mount']): Map<string, string> {
  const source = join(TEMPLATE, 'src')
  const files = new Map(
    readdirSync(source, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`src/${relative(source, file).split(sep).join('/')}`, readFileSync(file, 'utf8')]),
  )
  if (mount === 'overlay') {
    const app = readFileSync(join(TEMPLATE, 'overlay/app.tsx'), 'utf8')
    files.set('src/app/app.tsx', app.replaceAll("'../src/", "'../"))
  }
  return files
}

/** Every file of a new remote, by its path in the remote's folder. */
export function remoteFiles(declaration: RemoteDeclaration): Map<string, string> {
  const { name, contract, placement } = declaration
  const files = new Map([
    ['package.json', packageJson(name)],
    ['remote.json', remoteJson(declaration)],
    ['rsbuild.config.ts', RSBUILD_CONFIG],
  ])
  for (const [file, text] of templateFiles(placement.mount)) {
    const own = text
      .replaceAll('__name__', name)
      .replaceAll('__title__', placement.title)
      .replaceAll("contract: '1.0'", `contract: '${contract}'`)
    files.set(file, own)
  }
  return files
}
