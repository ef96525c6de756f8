import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { homeOf } from '../../backup/command.ts'
import { buildAll } from '../../federation/build-apps.ts'
import { publishTo } from '../../start/publish-local.ts'
import { createSteps } from '../../start/steps.ts'

const HELP = `SUPABASE_URL=… SUPABASE_SECRET_KEY=… BUNDLES_URL=s3://… npm run release

  Builds the shell and the remotes and publishes them: files into the bucket first, then the rows that make them live,
  as \`npm start\` does. Nothing is started. Without BUNDLES_URL the files go into <home>/bundles.

  --home FOLDER   the state folder (default .propsight; or PROPSIGHT_HOME=)`

const { values } = parseArgs({
  options: { home: { type: 'string' }, help: { type: 'boolean', default: false } },
})
try {
  process.loadEnvFile()
} catch {
  // Without a .env file the variables come from the environment.
}
const { SUPABASE_URL, SUPABASE_SECRET_KEY } = process.env

try {
  if (values.help) process.stdout.write(`${HELP}\n`)
  else if (!SUPABASE_URL || !SUPABASE_SECRET_KEY)
    throw new Error('SUPABASE_URL and SUPABASE_SECRET_KEY are required: the project to publish to')
  else {
    const steps = createSteps()
    const home = homeOf(values.home)
    await steps.run('built', () => buildAll({ log: steps.note }))
    mkdirSync(join(home, 'bundles'), { recursive: true })
    const releases = await steps.run('published', () =>
      publishTo({ url: SUPABASE_URL, secretKey: SUPABASE_SECRET_KEY, home, note: steps.note }),
    )
    for (const { name, version } of releases) steps.note(`${name} ${version}`)
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
