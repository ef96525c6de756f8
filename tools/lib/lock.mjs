import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const alive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: somebody else's process, but a living one.
    return error.code === 'EPERM'
  }
}

const holder = (folder) => {
  try {
    return Number(readFileSync(join(folder, 'pid'), 'utf8'))
  } catch {
    return 0
  }
}

/**
 * Runs `work` while holding a lock folder, so that two commands started at once in one clone do not install or build
 * over each other. A lock whose owner is dead is taken over.
 * @param {string} folder where the lock lives
 * @param {string} what shown when it has to wait
 * @param {() => unknown} work
 * @param {(text: string) => void} say
 */
export async function withLock(folder, what, work, say = () => {}) {
  mkdirSync(dirname(folder), { recursive: true })
  let told = false
  let emptySince = 0
  for (;;) {
    try {
      mkdirSync(folder)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const owner = holder(folder)
    // A folder without a pid belongs to somebody who is just writing it, or who died between two calls.
    emptySince = owner ? 0 : emptySince || Date.now()
    if ((owner && !alive(owner)) || (emptySince && Date.now() - emptySince > 2000)) {
      rmSync(folder, { recursive: true, force: true })
      continue
    }
    if (!told) say(`… waiting for ${what}${owner ? ` (process ${owner})` : ''}`)
    told = true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  writeFileSync(join(folder, 'pid'), String(process.pid))
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
