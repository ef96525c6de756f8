import { createApp } from '../app.ts'
import type { Deps } from '../deps.ts'
import { closeServer, listen } from '../server/listen.ts'

/** Serves an app with the given dependencies on an ephemeral loopback port. */
export async function serveApp(deps: Deps): Promise<{ url: string; close(): Promise<void> }> {
  const listening = await listen(0, '127.0.0.1')
  listening.serve(createApp(deps).callback())
  return { url: `http://127.0.0.1:${listening.port}`, close: () => closeServer(listening.server, 1_000) }
}
