import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Service, startService } from './supervised-service.ts'

const MAIN = `
import { answer } from './answer.mjs'
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
process.send({ type: 'ready', url: 'http://127.0.0.1:1', answer })
`

describe('a supervised service', () => {
  let folder: string
  let service: Service | undefined
  const onRestart = vi.fn<(reason: string) => void>()
  const onGiveUp = vi.fn<(reason: string) => void>()

  const edit = (text: string) => writeFileSync(join(folder, 'answer.mjs'), text)
  const start = async () => {
    const started = await startService({
      name: 'sample service',
      entry: join(folder, 'main.mjs'),
      env: () => process.env,
      onLine: () => undefined,
      onRestart,
      onGiveUp,
    })
    service = started
    return started
  }
  const isAlive = (pid: number | undefined) => {
    try {
      return pid !== undefined && process.kill(pid, 0)
    } catch {
      return false
    }
  }

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'propsight-service-'))
    writeFileSync(join(folder, 'main.mjs'), MAIN)
    edit('export const answer = 1')
    onRestart.mockReset()
    onGiveUp.mockReset()
  })
  afterEach(async () => {
    await service?.stop()
    service = undefined
    rmSync(folder, { recursive: true, force: true })
  })

  it('runs the edited source after a restart, which is not reported as a crash', async () => {
    const started = await start()
    const first = started.pid
    expect(started.ready.answer).toBe(1)
    edit('export const answer = 2')
    await started.restart()
    expect(started.ready.answer).toBe(2)
    expect(started.pid).not.toBe(first)
    expect(isAlive(first)).toBe(false)
    expect(onRestart).not.toHaveBeenCalled()
  })

  it('reports a syntax error of an edit, and starts at the restart after it is fixed', async () => {
    const started = await start()
    for (let edits = 0; edits < 3; edits++) {
      edit('export const answer = = 3')
      await expect(started.restart()).rejects.toThrow(
        /sample service ended with code 1.*answer\.mjs:1.*SyntaxError/s,
      )
    }
    edit('export const answer = 3')
    await started.restart()
    expect(started.ready.answer).toBe(3)
    expect(onRestart).not.toHaveBeenCalled()
    expect(onGiveUp).not.toHaveBeenCalled()
  })

  it('is restarted when it crashes after a restart', async () => {
    const started = await start()
    await started.restart()
    const crashed = started.pid
    const reported = new Promise<string>((resolve) => onRestart.mockImplementation(resolve))
    process.kill(crashed ?? 0, 'SIGKILL')
    expect(await reported).toBe('sample service was ended by SIGKILL; starting it again')
    await vi.waitFor(() => {
      expect(started.pid).not.toBe(crashed)
      expect(isAlive(started.pid)).toBe(true)
    })
  })
})
