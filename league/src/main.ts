import { readLeagueEnv } from './env.ts'
import { startLeague } from './start-league.ts'

/** The league as a process of its own: says where it listens, and ends when its parent does. */
try {
  const begun = performance.now()
  const league = await startLeague(readLeagueEnv(process.env))
  const { url, label, today, season } = league
  console.log(`league: ${label}, ${today}, at ${url} after ${Math.round(performance.now() - begun)} ms`)
  process.send?.({ type: 'ready', url, label, today, season })
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
