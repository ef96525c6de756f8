import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { type StaticServer, startStaticServer } from '../services/static-server.ts'

const MAIN = resolve(import.meta.dirname, '../../../tools/harness/src/server/ui-main.ts')
const FOLDER = resolve(import.meta.dirname, '../../../tools/harness/dist')

/**
 * Builds the component gallery (`npm run ui -- --build`) and serves it.
 * @throws Error if the build fails
 */
export async function serveUiPage(): Promise<StaticServer> {
  const build = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, '--build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(build, 'exit')
  if (code !== 0) throw new Error('the component gallery does not build')
  return await startStaticServer({
    folder: FOLDER,
    intercept(request, response) {
      const { pathname } = new URL(request.url ?? '/', 'http://host')
      if (pathname === '/') {
        response.setHeader('content-type', 'text/html; charset=utf-8')
        createReadStream(join(FOLDER, 'index.html')).pipe(response)
        return true
      }
      if (pathname === '/favicon.ico') {
        response.writeHead(204).end()
        return true
      }
      return false
    },
  })
}
