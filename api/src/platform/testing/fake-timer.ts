import type { Timer } from '../timer.ts'

interface Sleeper {
  at: number
  wake(): void
}

export interface FakeTimer extends Timer {
  /** All requested pauses in order, in milliseconds. */
  readonly slept: number[]
  /** Advances the time and resolves the sleeps that end in it, in order. */
  advance(ms: number): Promise<void>
  /** Advances the time until no sleep is pending. */
  advanceToEnd(): Promise<void>
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A timer whose time a test advances explicitly. @param random value returned by `random()` */
export function fakeTimer({ start = 1_000_000, random = 0 } = {}): FakeTimer {
  let now = start
  const sleepers: Sleeper[] = []
  const slept: number[] = []
  const next = () => sleepers.toSorted((a, b) => a.at - b.at)[0]
  const wakeUntil = async (end: number) => {
    await settle()
    for (let sleeper = next(); sleeper && sleeper.at <= end; sleeper = next()) {
      now = Math.max(now, sleeper.at)
      sleeper.wake()
      await settle()
    }
  }
  return {
    slept,
    now: () => now,
    elapsed: () => now,
    random: () => random,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        slept.push(ms)
        const leave = () => sleepers.splice(sleepers.indexOf(sleeper), 1)
        const onAbort = () => {
          leave()
          reject(signal?.reason)
        }
        const sleeper: Sleeper = {
          at: now + ms,
          wake() {
            signal?.removeEventListener('abort', onAbort)
            leave()
            resolve()
          },
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        sleepers.push(sleeper)
      }),
    async advance(ms) {
      const end = now + ms
      await wakeUntil(end)
      now = end
    },
    advanceToEnd: () => wakeUntil(Number.POSITIVE_INFINITY),
  }
}

/** A timer whose sleeps resolve at once, advance its time and are recorded. */
export function instantTimer({
  random = 0,
} = {}): Timer & { readonly slept: number[]; skip(ms: number): void } {
  const slept: number[] = []
  let now = 1_000_000
  return {
    slept,
    now: () => now,
    elapsed: () => now,
    random: () => random,
    async sleep(ms) {
      slept.push(ms)
      now += ms
    },
    skip(ms) {
      now += ms
    },
  }
}
