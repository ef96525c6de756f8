import { nextTurn } from './start/next-turn.ts'
import { hearPageErrors } from './state/page-errors.ts'

/**
 * The page starts from one file, which is run in turns: in one it would hold a phone for a quarter of a second. Each
 * names what those after it need; nothing is loaded here, `eager` means that it is in the file.
 */
const TURNS: readonly (() => Promise<unknown>)[] = [
  () => import(/* webpackMode: "eager" */ './start/schemas.ts'),
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
