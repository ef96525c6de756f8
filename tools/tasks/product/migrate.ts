import { parseArgs } from 'node:util'
import { migrateDatabase, missingMigrations } from '@propsight/supabase/migrate'
import { runCommand } from '../../lib/environment.ts'

const HELP = `DATABASE_URL=postgres://… npm run migrate [-- --check]

  Applies the missing migrations to the database of a hosted project, each in its own transaction. Run it before the
  new API is started, never after. The embedded database is migrated by the API itself.

  --check   apply nothing; list the missing migrations, with exit code 1 if there are any`

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
})
const say = (text: string) => process.stdout.write(`${text}\n`)

await runCommand(async () => {
  const { DATABASE_URL } = process.env
  if (values.help) say(HELP)
  else if (!DATABASE_URL)
    throw new Error('DATABASE_URL is not set: a connection to the database to be migrated')
  else if (values.check) {
    const missing = await missingMigrations(DATABASE_URL)
    for (const file of missing) say(file)
    say(missing.length > 0 ? `${missing.length} migrations are missing` : 'nothing is missing')
    process.exitCode = missing.length > 0 ? 1 : 0
  } else {
    const added = await migrateDatabase(DATABASE_URL)
    for (const version of added) say(`applied ${version}`)
    say(added.length > 0 ? `${added.length} migrations applied` : 'nothing was missing')
  }
})
