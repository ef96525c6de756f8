import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'

/** The answer of the functions that change a rollout. */
export interface RolloutRow {
  name: string
  generation: number
  live: string | null
  previous: string | null
  canary: { version: string; percent: number; since: string } | null
  halted: { version: string; reason: string } | null
  retired: { version: string; redirectTo: string | null } | null
}
export interface Outcome {
  status: number
  rollout: RolloutRow
  message: string | undefined
}

/** A new remote for one test, with the functions that change its rollout. */
export function createRemoteCalls(admin: SupabaseClient) {
  const name = `suite-${randomUUID().slice(0, 8)}`
  const document = (version: string, more: object = {}) => ({
    name,
    version,
    contract: '1.0',
    placement: {
      mount: 'tab',
      path: `/${name}`,
      title: 'Suite',
      order: 9,
      slots: [{ slot: 'header/menu', props: 1, extension: 'mark' }],
    },
    entry: 'mf-manifest.json',
    globalName: null,
    shared: [],
    integrity: { 'mf-manifest.json': `sha384-${'A'.repeat(64)}` },
    preload: ['entry.js'],
    size: 12_345,
    ...more,
  })
  const call = async (fn: string, parameters: object): Promise<Outcome> => {
    const { data, error, status } = await admin.rpc(fn, parameters)
    return { status, rollout: data, message: error?.message }
  }
  const change = (generation: number | null, message: string) => ({
    p_name: name,
    p_generation: generation,
    p_actor: 'suite',
    [message]: 'because',
  })
  return {
    name,
    document,
    publish: (version: string, options: object = {}, more: object = {}) =>
      call('publish_release', { p_release: document(version, more), p_options: options }),
    canary: (version: string, percent = 10) =>
      call('publish_release', { p_release: document(version), p_options: { channel: 'canary', percent } }),
    /** Marks a release as loaded by a browser. */
    prove: async (version: string) => {
      const worked = { worked_at: new Date().toISOString() }
      await admin.from('remote_releases').update(worked).eq('name', name).eq('version', version)
    },
    promote: (generation: number | null = null) => call('promote_canary', change(generation, 'p_message')),
    rollBack: (version: string | null = null, generation: number | null = null, force = false) =>
      call('roll_back', { ...change(generation, 'p_message'), p_version: version, p_force: force }),
    /** Reports of so many users that a release loaded or failed. @returns the remotes that were changed */
    report: async (
      version: string,
      outcome: 'ok' | 'failed',
      users: number,
      {
        rollBack = false,
        ...more
      }: { rollBack?: boolean; generation?: number; reporter?: string; kind?: string } = {},
    ): Promise<string[]> => {
      const rows = Array.from({ length: users }, () => ({
        ticket: randomUUID(),
        name,
        version,
        outcome,
        reporter: `user:${randomUUID()}`,
        ms: 9,
        ...more,
      }))
      const { data, error } = await admin.rpc('record_loads', {
        p_rows: rows,
        p_min_failing: 3,
        p_max_rate: 0.2,
        p_roll_back: rollBack,
      })
      if (error) throw new Error(error.message)
      return data
    },
    retire: (redirectTo: string | null = null, generation: number | null = null) =>
      call('retire_remote', { ...change(generation, 'p_message'), p_redirect_to: redirectTo }),
    history: async () => (await admin.rpc('release_history', { p_name: name, p_limit: 50 })).data,
    halt: (generation: number | null = null) =>
      call('halt_canary', { ...change(generation, 'p_reason'), p_action: 'halt' }),
    begin: async (version: string, seconds = 60, content = ''): Promise<{ id: string; published: boolean }> =>
      (
        await admin.rpc('begin_upload', {
          p_name: name,
          p_version: version,
          p_actor: 'suite',
          p_seconds: seconds,
          p_content: content,
        })
      ).data,
    beginRemoval: async (version: string, seconds = 60): Promise<string | null> =>
      (await admin.rpc('begin_removal', { p_name: name, p_version: version, p_seconds: seconds })).data,
    end: (id: string) => admin.rpc('end_upload', { p_id: id }),
    /** Versions whose files may be in the bundle store. */
    expected: async (): Promise<string[]> => {
      const { data } = await admin.rpc('expected_bundles', { p_name: name })
      return [...(data as string[])].sort()
    },
    /** The row of this remote in the answer of `rollouts`. */
    row: async (): Promise<RolloutRow & { releases: { version: string }[] }> =>
      (await admin.rpc('rollouts')).data.find((row: { name: string }) => row.name === name),
    /** Sets dates of a release to so many days ago. */
    age: (version: string, days: number, columns: string[] = ['published_at']) => {
      const then = new Date(Date.now() - days * 86_400_000).toISOString()
      const change = Object.fromEntries(columns.map((column) => [column, then]))
      return admin.from('remote_releases').update(change).eq('name', name).eq('version', version)
    },
  }
}
