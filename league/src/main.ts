import { enableCompileCache, flushCompileCache } from 'node:module'

enableCompileCache()
// Imported only now, so that the cache covers them: without it they take most of a start.
const { readLeagueEnv } = await import('./env.ts')
const { startLeague } = await import('./start-league.ts')
// A process that is killed would not leave it behind for the next.
setImmediate(flushCompileCache)

/** The league as a process of its own: says where it listens, and ends when its parent does. */
try {
  const begun = performance.now()
  const league = await startLeague({ ...readLeagueEnv(process.env), lookLater: true })
  const { url, label, today, season } = league
  console.log(`league: ${label}, ${today}, at ${url} after ${Math.round(performance.now() - begun)} ms`)
  // Whoever waits for the address goes on meanwhile; it takes him longer than this to ask for anything.
  const lookSoon = () => void setImmediate(() => league.look())
  if (process.send) process.send({ type: 'ready', url, label, today, season }, lookSoon)
  else lookSoon()
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
