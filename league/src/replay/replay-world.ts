import type { World } from '../world/world.ts'

export function makeReplayWorld(dir: string, date: string): World {
  throw new Error(`no replay of ${dir} on ${date}`)
}
