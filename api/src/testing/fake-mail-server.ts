import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/**
 * Behaviour of the fake mail server. `take` accepts every mail; `refuse` rejects every mail; `hang` sends no
 * greeting; `die` closes the connection during the mail; `forget` stores the mail and closes before it
 * confirms.
 */
export type Behaviour = 'take' | 'refuse' | 'hang' | 'die' | 'forget'

export interface CaughtMail {
  from: string
  to: string[]
  /** Unchanged source of the mail, with CRLF line ends. */
  source: string
  /** The first header of this name, unfolded; undefined when it is missing. */
  header(name: string): string | undefined
}

export interface FakeMailServer {
  url: string
  port: number
  mails: CaughtMail[]
  /** Number of connections so far, including those without a mail. */
  connections(): number
  behave(as: Behaviour): void
  close(): Promise<void>
}

function readMail(from: string, to: string[], source: string): CaughtMail {
  const head = (source.split('\r\n\r\n', 1)[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return {
    from,
    to,
    source,
    header: (name) =>
      head
        .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
        ?.slice(name.length + 1)
        .trim(),
  }
}

/** Starts a real SMTP server on loopback. @param port 0 for any free port */
export async function startFakeMailServer(port = 0): Promise<FakeMailServer> {
  let behaviour: Behaviour = 'take'
  let connections = 0
  const mails: CaughtMail[] = []
  const sockets = new Set<Socket>()
  const breakOff = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onConnect: (_session, greet) => {
      if (behaviour !== 'hang') greet()
    },
    onAuth: (_auth, _session, answer) => answer(new Error('this fake server accepts no sign-in')),
    onData(stream, session, answer) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        if (behaviour === 'die') breakOff()
      })
      stream.on('end', () => {
        if (behaviour === 'die') return undefined
        if (behaviour === 'refuse') return answer(new Error('Mailbox full'))
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        mails.push(readMail(mailFrom ? mailFrom.address : '', to, Buffer.concat(chunks).toString('utf8')))
        if (behaviour === 'forget') return breakOff()
        return answer()
      })
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const listening = once(server.server, 'listening')
  server.listen(port, '127.0.0.1')
  await listening
  const bound = (server.server.address() as AddressInfo).port
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    mails,
    connections: () => connections,
    behave: (as) => {
      behaviour = as
    },
    async close() {
      breakOff()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}
