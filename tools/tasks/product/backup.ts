import { parseArgs } from 'node:util'
import { backupHome } from '../../backup/backup-home.ts'
import { absolute, homeOf, runBackupCommand } from '../../backup/command.ts'

const HELP = `npm run backup -- FILE [--home FOLDER]

  Saves database, secrets, releases and the mails of the mailbox of an installation on embedded defaults into one file,
  while it runs. The file contains the installation's secrets: protect it as you protect them.
  Releases in a bucket (BUNDLES_URL) stay there: use the versioning of the storage to save them.
  A hosted Supabase project is saved as docs/deploying.md says.`

await runBackupCommand(HELP, async () => {
  const { values, positionals } = parseArgs({
    options: { home: { type: 'string' }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [file] = positionals
  if (values.help || !file) return null
  return {
    file,
    async work() {
      const begun = performance.now()
      const { manifest, files, bytes } = await backupHome(homeOf(values.home), absolute(file))
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      process.stdout.write(
        `${file}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB, migration ${manifest.migration}, ${seconds} s\n`,
      )
    },
  }
})
