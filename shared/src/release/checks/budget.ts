import type { CheckInput, Findings } from '../context.ts'
import { displayText, textOf } from '../derive-release.ts'

/** Sizes are displayed in kB of 1000 bytes. */
export const KB = 1_000

/**
 * Maximum bytes of JavaScript after brotli compression (quality 11). `remote` limits the scripts that open a
 * remote: its entry and the files loaded with it, because users wait for them only. `remoteInAll` includes the parts
 * loaded on demand. `charts` limits the chunk of the shell from which all remotes draw their charts; `shell`
 * does not include it (docs/adr/0036).
 */
export const BUDGETS = {
  firstPaint: 175 * KB,
  shell: 260 * KB,
  charts: 150 * KB,
  remote: 30 * KB,
  remoteInAll: 100 * KB,
} as const

/** Whether a file of the shell is the chunk of its charts (`loadECharts` names it). */
export const isChartsChunk = (path: string): boolean => /(^|\/)charts(\.[\w-]+)?\.js$/.test(path)

/** More than this is not compressed, because it exceeds every budget. */
const MAX_SCRIPT_BYTES = 8_000_000

/** Occurs only in the core of the federation runtime, which the shell can share with remotes. */
const WHOLE_RUNTIME = 'FEDERATION_ALLOW_NEW_FUNCTION'
const EXTERNAL = ` (the federation runtime alone has 20 kB: set experiments.externalRuntime and optimization.target 'web' in its plugin)`

const kilobytes = (bytes: number): string => (bytes / KB).toFixed(1)

/** Compares the brotli size of the JavaScript with the budgets. */
export async function checkBudget(
  { declaration, release, files, brotli }: CheckInput,
  findings: Findings,
): Promise<{ javascriptBytes: number; budgetBytes: number }> {
  const budgetBytes = declaration ? BUDGETS.remoteInAll : BUDGETS.shell
  const scripts = [...files].filter(([path]) => /\.m?js$/.test(path))
  const plain = scripts.reduce((sum, [, bytes]) => sum + bytes.length, 0)
  if (plain > MAX_SCRIPT_BYTES) {
    findings.error(
      `there are ${plain} bytes of JavaScript, at most ${MAX_SCRIPT_BYTES} are checked: load less`,
    )
    return { javascriptBytes: plain, budgetBytes }
  }
  const weights: { path: string; weight: number }[] = []
  for (const [path, bytes] of scripts) weights.push({ path, weight: await brotli(bytes) })
  const sum = (of: typeof weights) => of.reduce((total, { weight }) => total + weight, 0)
  const charts = declaration ? [] : weights.filter(({ path }) => isChartsChunk(path))
  const javascriptBytes = sum(weights) - sum(charts)
  const heaviest = weights.toSorted((a, b) => b.weight - a.weight)[0]
  const hint =
    declaration && scripts.some(([, bytes]) => textOf(bytes).includes(WHOLE_RUNTIME)) ? EXTERNAL : ''
  const over = (what: string, weight: number, budget: number) => {
    if (weight > budget)
      findings.error(
        `${what} weighs ${kilobytes(weight)} kB in brotli, ${kilobytes(budget)} are allowed; the heaviest file is ` +
          `${displayText(heaviest?.path ?? '')} with ${kilobytes(heaviest?.weight ?? 0)}: load less, or use the packages that the shell shares${hint}`,
      )
  }
  over('JavaScript', javascriptBytes, budgetBytes)
  const first = sum(weights.filter(({ path }) => release.preload.includes(path)))
  if (declaration) over('JavaScript that opens it', first, BUDGETS.remote)
  else over('JavaScript before first paint', first, BUDGETS.firstPaint)
  over('JavaScript of the charts', sum(charts), BUDGETS.charts)
  return { javascriptBytes, budgetBytes }
}
