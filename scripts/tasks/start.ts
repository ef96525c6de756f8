import { startProduct } from '../lib/product.ts'
import { readStartSettings, START_HELP } from '../lib/settings.ts'
import { claimHome, runningStart } from '../lib/single.ts'
import { createSteps } from '../lib/steps.ts'

const begun = performance.now()
try {
  process.loadEnvFile()
} catch {
  // No .env: the defaults are meant to work.
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const settings = readStartSettings(process.argv.slice(2), process.env)
  if (settings === 'help') {
    process.stdout.write(`${START_HELP}\n`)
    return
  }
  const steps = createSteps({ json: settings.json })
  const running = await runningStart(settings.home)
  if (running) {
    steps.event('running', running)
    process.stderr.write(
      `Propsight already runs at ${running.url} (process ${running.pid}). Stop it with Ctrl-C there.\n`,
    )
    return
  }

  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interrupted.abort(new Error('stopped before it was ready')))
  }
  const product = await startProduct(settings, steps, interrupted.signal)
  const release = claimHome(settings.home, product.url)
  const end = async () => {
    await steps.run('stopped', () => product.stop())
    release()
    process.exit(0)
  }
  if (interrupted.signal.aborted) return end()
  interrupted.signal.addEventListener('abort', () => void end(), { once: true })

  const { demo, adminKey } = product.secrets
  steps.event('ready', {
    url: product.url,
    label: product.label,
    home: settings.home,
    pids: product.pids(),
    demo,
    adminKey,
  })
  if (settings.json) return
  process.stdout.write(`
  Propsight is ready in ${((performance.now() - begun) / 1000).toFixed(1)} s · ${product.label}

    ${product.url}

    demo account   ${demo.email}  ${demo.password}
    access code    ${demo.accessCode}   (for a new account; 21 or older)
    admin key      ${adminKey}
    mailbox        ${product.url}/dev/mailbox

  Ctrl-C stops everything.
`)
}
