import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const alive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
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
 * Runs `work` while holding a lock folder, so that two commands started at the same time in one clone do not
 * interfere with each other's install or build. A lock whose owner is dead is taken over.
 * @param {string} folder the lock folder
 * @param {string} what name of the other work, shown while waiting
 * @param {() => unknown} work
 * @param {(text: string) => void} say
 */
export async function withLock(folder, what, work, say = () => {}) {
  mkdirSync(dirname(folder), { recursive: true })
  let announced = false
  let emptySince = 0
  for (;;) {
    try {
      mkdirSync(folder)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const owner = holder(folder)
    // A folder without a pid belongs to a process that is about to write it, or that died before writing it.
    emptySince = owner ? 0 : emptySince || Date.now()
    if ((owner && !alive(owner)) || (emptySince && Date.now() - emptySince > 2000)) {
      rmSync(folder, { recursive: true, force: true })
      continue
    }
    if (!announced) say(`… waiting for ${what}${owner ? ` (process ${owner})` : ''}`)
    announced = true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  writeFileSync(join(folder, 'pid'), String(process.pid))
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
