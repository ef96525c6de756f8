import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shellRelease } from './releases.ts'

/** Creates a temporary bundle store that contains a minimal `shellRelease`. */
export async function storeWithShell(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'propsight-bundles-'))
  const shell = join(folder, 'shell', shellRelease.version)
  await mkdir(join(shell, 'static/js'), { recursive: true })
  const page = '<html><head><title>Propsight</title></head><body></body></html>'
  await writeFile(join(shell, 'index.html'), page)
  await writeFile(join(shell, 'static/js/index.js'), 'start()')
  await writeFile(join(shell, 'static/js/index.js.br'), 'compressed')
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
