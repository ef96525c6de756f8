import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { absolute, homeOf, hostedProject, runBackupCommand } from '../../backup/command.ts'
import { restoreHosted } from '../../backup/hosted-project.ts'
import { BackupError } from '../../backup/manifest.ts'
import { restoreHome } from '../../backup/restore-home.ts'

const HELP = `npm run restore -- FILE [--home FOLDER | --hosted] [--yes]

  Restores an installation from a file of \`npm run backup\`. The installation must not run during the restore.
  If the folder contains an installation, the command asks first and keeps the old one under another name.

  --hosted   restores rows and releases into the hosted project (DATABASE_URL) and the bucket (BUNDLES_URL), with psql and
             pg_restore; migrates an empty project first
  --yes      do not ask`

/** Asks a yes/no question on the terminal. @throws BackupError when standard input is not a terminal */
async function ask(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new BackupError('was not restored: there is an installation already; use --yes to replace it')
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
  } finally {
    lines.close()
  }
}

await runBackupCommand(HELP, async () => {
  const { values, positionals } = parseArgs({
    options: {
      home: { type: 'string' },
      hosted: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [file] = positionals
  if (values.help || !file) return null
  return {
    file,
    async work() {
      if (values.hosted) {
        const restored = await restoreHosted(hostedProject(), absolute(file), async (accounts, { madeAt }) =>
          values.yes ? true : ask(`Replace the rows of ${accounts} accounts by the backup of ${madeAt}?`),
        )
        if (!restored) throw new BackupError('was not restored: nothing has changed')
        const { manifest, releases } = restored
        process.stdout.write(`restored as of ${manifest.madeAt}, with ${releases} releases\n`)
        return
      }
      const restored = await restoreHome(absolute(file), homeOf(values.home), async (home, { madeAt }) =>
        values.yes ? true : ask(`Replace what is in ${home} by the backup of ${madeAt}?`),
      )
      if (!restored) throw new BackupError('was not restored: nothing has changed')
      const previous = restored.before ? `; the previous content is in ${restored.before}` : ''
      process.stdout.write(`restored as of ${restored.manifest.madeAt}${previous}\n`)
    },
  }
})
