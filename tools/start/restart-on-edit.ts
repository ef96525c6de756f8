import { join, relative } from 'node:path'
import { ROOT } from './start-settings.ts'
import type { Steps } from './steps.ts'
import type { Service } from './supervised-service.ts'
import { watchSources } from './watch-sources.ts'

/** Lines of a stack trace inside Node itself. */
const NODE_FRAMES = /\n +at [^\n]*\(node:internal\/[^\n]*\)(?= \{|$)/gm

/** A service, and the folders (relative to the root) whose sources it runs. */
export interface EditedService {
  name: string
  folders: string[]
  service: Pick<Service, 'restart'>
}

/**
 * The folders that the API imports; `npm run deps` forbids imports of shared/src/client and shared/src/ui. A
 * new migration needs a full start.
 */
export const API_SOURCES = [
  'api/src',
  'supabase/src',
  'shared/src/domain',
  'shared/src/contracts',
  'shared/src/release',
]
/** The folders that the league imports. */
export const LEAGUE_SOURCES = ['league/src', 'shared/src/domain']

/**
 * Restarts a service after an edit of its sources and prints one line about it. Restarts run one at a time,
 * in the order of `services`; all edits during a restart cause one further restart. If a service does not
 * start, its error is printed and it is started again after the next edit.
 * @returns a watch; after its close a restart in progress prints nothing
 */
export function restartOnEdit(
  services: EditedService[],
  steps: Pick<Steps, 'note'>,
  { root = ROOT, settleMs }: { root?: string; settleMs?: number } = {},
): { close(): void } {
  const pending = new Map<EditedService, Set<string>>()
  let working = false
  let closed = false

  const restart = async (edited: EditedService, files: string[]) => {
    const begun = performance.now()
    try {
      await edited.service.restart()
      const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
      if (!closed) steps.note(`${edited.name} restarted after ${changeOf(files)}, ${seconds} s`)
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).replace(NODE_FRAMES, '')
      if (!closed)
        steps.note(`${edited.name} does not start after ${changeOf(files)}; fix it and save\n${reason}`)
    }
  }
  const work = async () => {
    if (working) return
    working = true
    for (;;) {
      const next = services.find((edited) => pending.has(edited))
      if (!next || closed) break
      const files = [...(pending.get(next) ?? [])]
      pending.delete(next)
      await restart(next, files)
    }
    working = false
  }
  const onChange = (paths: string[]) => {
    const files = paths.map((path) => relative(root, path).replaceAll('\\', '/'))
    for (const edited of services) {
      const own = files.filter((file) => edited.folders.some((folder) => file.startsWith(`${folder}/`)))
      if (own.length > 0) pending.set(edited, new Set([...(pending.get(edited) ?? []), ...own]))
    }
    void work()
  }

  const folders = new Set(services.flatMap((edited) => edited.folders))
  const watch = watchSources(
    [...folders].map((folder) => join(root, folder)),
    onChange,
    settleMs,
  )
  return {
    close() {
      closed = true
      watch.close()
    },
  }
}

const changeOf = ([first, ...more]: string[]): string => {
  if (more.length === 0) return `${first} changed`
  return `${first} and ${more.length} more ${more.length === 1 ? 'file' : 'files'} changed`
}
