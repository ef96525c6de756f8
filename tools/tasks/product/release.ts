import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { homeOf } from '../../backup/command.ts'
import { findApps } from '../../federation/apps.ts'
import { buildAll } from '../../federation/build-apps.ts'
import { runCommand } from '../../lib/environment.ts'
import { publishTo } from '../../start/publish-local.ts'
import { createSteps } from '../../start/steps.ts'

const HELP = `SUPABASE_URL=… SUPABASE_SECRET_KEY=… BUNDLES_URL=s3://… npm run release

  Builds the shell and the remotes and publishes those without a live release: files into the bucket first, then the
  rows that make them live. A live release of another version stays and is named: a team may have deployed it. Nothing is
  started. Without BUNDLES_URL the files go into <home>/bundles.

  --app NAME      replace the live release of this app by this checkout's; may be repeated
  --home FOLDER   the state folder (default .propsight; or PROPSIGHT_HOME=)`

const { values } = parseArgs({
  options: {
    app: { type: 'string', multiple: true, default: [] },
    home: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

await runCommand(async () => {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = process.env
  if (values.help) process.stdout.write(`${HELP}\n`)
  else if (!SUPABASE_URL || !SUPABASE_SECRET_KEY)
    throw new Error('SUPABASE_URL and SUPABASE_SECRET_KEY are required: the project to publish to')
  else {
    const unknown = values.app.find((name) => !findApps().some((app) => app.name === name))
    if (unknown !== undefined) throw new Error(`--app ${unknown}: there is no such app in this checkout`)
    const steps = createSteps()
    const home = homeOf(values.home)
    await steps.run('built', () => buildAll({ log: steps.note }))
    mkdirSync(join(home, 'bundles'), { recursive: true })
    const releases = await steps.run('published', () =>
      publishTo({
        url: SUPABASE_URL,
        secretKey: SUPABASE_SECRET_KEY,
        home,
        note: steps.note,
        replace: values.app,
        actor: 'npm run release',
      }),
    )
    for (const { name, version } of releases) steps.note(`${name} ${version}`)
  }
})
