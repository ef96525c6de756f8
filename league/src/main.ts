import { enableCompileCache, flushCompileCache } from 'node:module'

enableCompileCache()
// Imported after the compile cache is enabled, so the cache covers them. Without it they take most of the
// start-up time.
const { readLeagueEnv } = await import('./env.ts')
const { startLeague } = await import('./start-league.ts')
// Writes the cache now, because a killed process would not write it.
setImmediate(flushCompileCache)

/**
 * Runs the league as a separate process. It reports its address to the parent and exits when the parent
 * exits.
 */
try {
  const startedAt = performance.now()
  const league = await startLeague({ ...readLeagueEnv(process.env), deferIndex: true })
  const { url, label, today, season } = league
  for (const note of league.notes) console.warn(`league: ${note}`)
  // The index is built after the address is reported: the parent continues its start and sends its first
  // request later.
  const buildIndexSoon = () => {
    setImmediate(() => league.buildIndex())
  }
  if (process.send) process.send({ type: 'ready', url, label, today, season }, buildIndexSoon)
  else {
    console.log(`league: ${label}, ${today}, at ${url} after ${Math.round(performance.now() - startedAt)} ms`)
    buildIndexSoon()
  }
  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    await league.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, end)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
  // Without this an open IPC channel would keep the failed process alive.
  process.disconnect?.()
}
