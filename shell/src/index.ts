import { nextTurn } from './start/next-turn.ts'
import { hearPageErrors } from './state/page-errors.ts'

/**
 * Entry of the shell. Evaluates the modules of the page in several tasks, because one task would block the
 * main thread of a phone for about 250 ms. Each step evaluates modules that later steps import. `eager` keeps
 * all modules in this chunk, so no step loads a file.
 */
const TURNS: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager" */ './config/eager-schemas.ts'),
  () => import(/* webpackMode: "eager" */ './start/renderer.ts'),
  () => import(/* webpackMode: "eager" */ './start/federation.ts'),
  () => import(/* webpackMode: "eager" */ './start/services.ts'),
  () => import(/* webpackMode: "eager" */ './bootstrap.tsx'),
]

async function start(): Promise<void> {
  for (const turn of TURNS) {
    await nextTurn()
    await turn()
  }
}

hearPageErrors()
void start()
