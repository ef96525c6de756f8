import { collectPageErrors } from './state/page-errors.ts'

/** Resolves in a new task, so that the browser can paint and handle input before the code continues. */
export const nextTask = (): Promise<void> =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    port2.onmessage = () => {
      port2.close()
      done()
    }
    port1.postMessage(null)
  })

/**
 * Entry of the shell. Evaluates the modules of the page in several tasks, because one task would block the
 * main thread of a phone for about 250 ms. Each step evaluates modules that later steps import. `eager` keeps
 * all modules in this chunk, so no step loads a file.
 */
const STEPS: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager" */ './config/eager-schemas.ts'),
  () => import(/* webpackMode: "eager" */ './start/renderer.ts'),
  () => import(/* webpackMode: "eager" */ './start/federation.ts'),
  () => import(/* webpackMode: "eager" */ './start/services.ts'),
  () => import(/* webpackMode: "eager" */ './bootstrap.tsx'),
]

async function start(): Promise<void> {
  for (const step of STEPS) {
    await nextTask()
    await step()
  }
}

collectPageErrors()
void start()
