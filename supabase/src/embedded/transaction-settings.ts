import type { ReservedConnection } from './connection-pool.ts'

type RunStatement = ReservedConnection['unsafe']

/** A statement with which the service sets one value for the current transaction. */
const SETTING = /^select set_config\('([\w.]+)', (?:\$1|''), true\)$/i
const END = /^(?:commit|rollback)\b/i

/**
 * The role of a transaction. Also applies the time limit of the role, as PostgREST does: PostgreSQL itself applies
 * the settings of a role at sign-in only.
 */
const roleSetting = (value: string) => `set_config('role', ${value}, true), set_config('statement_timeout',
  coalesce((select split_part(setting, '=', 2) from pg_catalog.pg_roles, unnest(rolconfig) as setting
    where rolname = ${value} and setting like 'statement_timeout=%'), current_setting('statement_timeout')), true)`

const settingOf = (name: string, index: number) => {
  const value = `$${index + 1}`
  return name === 'role' ? roleSetting(value) : `set_config('${name}', ${value}, true)`
}

/**
 * Sets all values of a transaction with one statement, right before its first other statement. The service sets
 * five to ten values one by one, which takes more time than most requests themselves.
 * @returns `run` with that change; an invalid value fails the statement after it
 */
export function batchSettings(run: RunStatement): RunStatement {
  let names: string[] = []
  let values: NonNullable<Parameters<RunStatement>[1]> = []
  return async (text, parameters) => {
    const statement = text.trim()
    const name = SETTING.exec(statement)?.[1]
    if (name !== undefined) {
      names.push(name)
      values.push(parameters?.[0] ?? '')
      return Object.assign([], { count: 0, command: 'SELECT' }) as never
    }
    const settings = names
    const settingValues = values
    names = []
    values = []
    // They end with the transaction.
    if (settings.length > 0 && !END.test(statement))
      await run(`select ${settings.map(settingOf).join(', ')}`, settingValues)
    return run(text, parameters)
  }
}
