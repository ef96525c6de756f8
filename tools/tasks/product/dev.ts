import { randomFirstPort } from '../../lib/environment.ts'
import { addressOf, appsWithPorts, startDevServers } from '../../start/dev-servers.ts'
import { startProduct } from '../../start/product.ts'
import { API_SOURCES, LEAGUE_SOURCES, restartOnEdit } from '../../start/restart-on-edit.ts'
import { runProduct } from '../../start/run-product.ts'

await runProduct({
  command: 'npm run dev',
  async begin(settings, steps, interrupted) {
    // After the API's port if one was chosen.
    const first = settings.port === 0 ? randomFirstPort() : settings.port && settings.port + 1
    const apps = await appsWithPorts(first ?? undefined)
    // Links in mails lead back to the shell's dev server, whose origin must therefore be allowed.
    const origins = [process.env.CORS_ORIGINS, ...apps.slice(0, 1).map(addressOf)]
    process.env.CORS_ORIGINS = origins.filter(Boolean).join(',')
    // A stored page or file would hide an edit. `off` also removes a worker of an earlier start.
    process.env.SERVICE_WORKER = 'off'
    const product = await startProduct(settings, steps, interrupted, (reason) =>
      steps.note(`${reason}; it is started again after the next edit of its sources`),
    )
    try {
      const dev = await startDevServers(apps, { api: product.url, steps, interrupted })
      const { api, league } = product.services
      const apiAndPage = {
        async restart() {
          await api.restart()
          await dev.refreshPage()
        },
      }
      const edits = restartOnEdit(
        [
          // Restarted before the API, which requests its data at start.
          ...(league ? [{ name: 'league', folders: LEAGUE_SOURCES, service: league }] : []),
          // After an edit of the league as well: its caches hold the league's previous answers.
          { name: 'API', folders: [...API_SOURCES, ...LEAGUE_SOURCES], service: apiAndPage },
        ],
        steps,
        { isHosted: Boolean(process.env.SUPABASE_URL) },
      )
      return {
        url: product.url,
        product,
        dev,
        async stop() {
          edits.close()
          await dev.stop()
          await product.stop()
        },
      }
    } catch (error) {
      await product.stop()
      throw error
    }
  },
  ready({ product, dev }, settings, steps, seconds) {
    const { demo, adminKey } = product.secrets
    steps.event('ready', {
      url: dev.url,
      api: product.url,
      label: product.label,
      home: settings.home,
      pids: { ...product.pids(), dev: dev.pids() },
      demo,
      adminKey,
    })
    if (settings.json) return
    process.stdout.write(`
  Propsight is ready for edits in ${seconds} s · ${product.label}

    ${dev.url}

    demo account   ${demo.email}  ${product.demoPassword ?? '(the password that you chose)'}
    access code    ${demo.accessCode}   (for a new account; 21 or older)
    admin key      ${adminKey}
    mailbox        ${product.mailbox}

  An edit in shell/src, remotes/*/src or shared/src shows at once.
  An edit in api/src, league/src or shared/src restarts the API and the league; sessions and data stay.
  A new file in supabase/migrations is applied. Any other edit that needs a restart says so.
  Warnings and errors of the API appear here. To debug: docs/debugging.md
  Ctrl-C stops everything.
`)
  },
})
