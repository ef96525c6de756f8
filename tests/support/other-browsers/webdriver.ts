import { spawn } from 'node:child_process'
import { firstFreePort, randomFirstPort } from '@propsight/tools/testing'
import * as z from 'zod'
import { answers, waitUntil } from '../wait-until.ts'

/** Key under which the protocol transports an element (https://www.w3.org/TR/webdriver2/#elements). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const elementSchema = z.object({ [ELEMENT]: z.string() })
const sessionSchema = z.object({ sessionId: z.string() })

export interface WebDriver {
  /** @param path below the session, such as '/url' @throws Error with the code of the protocol */
  command(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown>
  /** Runs a function in the page. It may use its arguments and the globals of the page only. */
  run<Given extends unknown[]>(script: (...given: Given) => unknown, ...given: Given): Promise<unknown>
  /** Runs a function that returns an element or null. @returns the element's path below the session */
  find<Given extends unknown[]>(
    script: (...given: Given) => Element | null,
    ...given: Given
  ): Promise<string | null>
  close(): Promise<void>
}

async function request(method: string, url: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  const { value } = z.object({ value: z.unknown() }).parse(await answer.json())
  if (!answer.ok) throw new Error(`WebDriver ${method} ${url}: ${JSON.stringify(value)}`)
  return value
}

/** Starts a driver, such as WebKitWebDriver, and a session of its browser. */
export async function startWebDriver(
  [executable = '', ...args]: readonly string[],
  capabilities: Record<string, unknown>,
): Promise<WebDriver> {
  const port = await firstFreePort(randomFirstPort(), '127.0.0.1')
  const child = spawn(executable, [...args, `--port=${port}`], { stdio: 'ignore', detached: true })
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  /** The driver, and what it runs under, such as a display. */
  const stop = async () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await exited
  }
  const server = `http://127.0.0.1:${port}`
  try {
    await waitUntil(executable, answers(`${server}/status`))
    const created = await request('POST', `${server}/session`, {
      capabilities: { alwaysMatch: capabilities },
    })
    const session = `${server}/session/${sessionSchema.parse(created).sessionId}`
    const command: WebDriver['command'] = (method, path, body) => request(method, session + path, body)
    const run: WebDriver['run'] = (script, ...args) =>
      command('POST', '/execute/sync', { script: `return (${script})(...arguments)`, args })
    return {
      command,
      run,
      async find(script, ...given) {
        const found = await run(script, ...given)
        return found === null ? null : `/element/${elementSchema.parse(found)[ELEMENT]}`
      },
      async close() {
        await request('DELETE', session)
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
