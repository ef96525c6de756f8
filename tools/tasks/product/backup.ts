import { parseArgs } from 'node:util'
import { backupHome } from '../../backup/backup-home.ts'
import { absolute, homeOf, hostedProject, runBackupCommand } from '../../backup/command.ts'
import { backupHosted } from '../../backup/hosted-project.ts'

const HELP = `npm run backup -- FILE [--home FOLDER | --hosted]

  Saves database, secrets, releases and the mails of the mailbox of an installation on embedded defaults into one file,
  while it runs. The file contains the installation's secrets: protect it as you protect them.
  --hosted   saves the rows of the hosted project (DATABASE_URL) and the releases of its bucket (BUNDLES_URL) instead, with
             pg_dump of the project's PostgreSQL version or newer`

await runBackupCommand(HELP, async () => {
  const { values, positionals } = parseArgs({
    options: {
      home: { type: 'string' },
      hosted: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [file] = positionals
  if (values.help || !file) return null
  return {
    file,
    async work() {
      const begun = performance.now()
      const { manifest, files, bytes } = values.hosted
        ? await backupHosted(hostedProject(), absolute(file))
        : await backupHome(homeOf(values.home), absolute(file))
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      process.stdout.write(
        `${file}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB, migration ${manifest.migration}, ${seconds} s\n`,
      )
    },
  }
})
