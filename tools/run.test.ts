import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './start/start-settings.ts'

const RUN = join(ROOT, 'tools/run.mjs')

describe('scripts of package.json', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }

  it('name existing tasks that run.mjs accepts', () => {
    // The pattern is read from run.mjs, so that package.json cannot contain a name that run.mjs refuses.
    const rule = /!(\/\^.+\$\/)\.test\(task\)/.exec(readFileSync(RUN, 'utf8'))?.[1]
    if (!rule) throw new Error('run.mjs checks no task name')
    const takes = new RegExp(rule.slice(1, -1))
    for (const [name, command] of Object.entries(scripts)) {
      const task = command.replace('node tools/run.mjs ', '')
      expect({ name, taken: takes.test(task) }).toEqual({ name, taken: true })
      expect({ name, exists: existsSync(join(ROOT, 'tools/tasks', `${task}.ts`)) }).toEqual({
        name,
        exists: true,
      })
    }
  })

  it('exit with 1 for an unknown task before anything is installed', () => {
    for (const task of ['product/nothing', 'product/../../lib/command', '']) {
      const { status, stderr } = spawnSync('node', [RUN, task], { encoding: 'utf8' })
      expect({ task, status }).toEqual({ task, status: 1 })
      expect(stderr).toContain('There is no task')
    }
  })
})
