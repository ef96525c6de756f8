import { spawnSync } from 'node:child_process'

export interface KeyClass {
  readonly keys: string
  readonly count: number
  readonly bytes: number
}

/**
 * The class of a key, for example `propsight:cache:NAME`; the rest of the key names one entry or one user.
 */
const classOf = (key: string) => key.split(':').slice(0, 3).join(':')

/**
 * Measures the Redis memory of each class of keys with `MEMORY USAGE … SAMPLES 0` (all elements), in bytes.
 */
export function redisMemory(url: string): KeyClass[] {
  const ask = (...args: string[]) =>
    spawnSync('redis-cli', ['-u', url, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 }).stdout.trim()
  const keys = ask('--scan').split('\n').filter(Boolean)
  const classes = new Map<string, { count: number; bytes: number }>()
  for (const key of keys) {
    const bytes = Number(ask('MEMORY', 'USAGE', key, 'SAMPLES', '0'))
    const known = classes.get(classOf(key)) ?? { count: 0, bytes: 0 }
    classes.set(classOf(key), { count: known.count + 1, bytes: known.bytes + bytes })
  }
  return [...classes].map(([name, sums]) => ({ keys: name, ...sums })).toSorted((a, b) => b.bytes - a.bytes)
}
