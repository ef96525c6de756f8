import { expect, it, vi } from 'vitest'
import { startDatabase } from './supervised-service.ts'

/** A scripted start function: the test ends or refuses each start. */
function scriptedStarts() {
  const exits: (() => void)[] = []
  const ports: (number | undefined)[] = []
  let refusing = false
  const start: Parameters<typeof startDatabase>[2] = async ({ port }) => {
    ports.push(port)
    if (refusing) throw new Error('no space left on device')
    return {
      url: 'postgres://database',
      port: 5_433,
      pid: 7,
      adopted: false,
      isAlive: () => true,
      onExit: (listener) => void exits.push(listener),
      stop: async () => {},
    }
  }
  return {
    start,
    ports,
    die: () => exits.pop()?.(),
    refuse: (yes: boolean) => {
      refusing = yes
    },
  }
}

it('startDatabase restarts a failing database on its port, with at most one attempt per five seconds', async () => {
  vi.useFakeTimers()
  const { start, ports, die, refuse } = scriptedStarts()
  const notes: string[] = []
  const database = await startDatabase('/home', { note: (text) => void notes.push(text) }, start)
  refuse(true)
  die()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(ports.length).toBeGreaterThan(100)
  expect(ports.length).toBeLessThan(3_600 / 5 + 10)
  expect(notes.at(-1)).toContain('no space left on device')
  refuse(false)
  await vi.advanceTimersByTimeAsync(5_000)
  const attempts = ports.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ports.length).toBe(attempts)
  expect(new Set(ports.slice(1))).toEqual(new Set([5_433]))
  await database.stop()
  vi.useRealTimers()
})

it('startDatabase does not restart a database that was stopped', async () => {
  vi.useFakeTimers()
  const { start, ports, die, refuse } = scriptedStarts()
  const database = await startDatabase('/home', { note: () => {} }, start)
  refuse(true)
  die()
  await vi.advanceTimersByTimeAsync(100)
  await database.stop()
  const attempts = ports.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ports.length).toBe(attempts)
  vi.useRealTimers()
})
