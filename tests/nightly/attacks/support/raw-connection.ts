import { connect, type Socket } from 'node:net'

/** Longer than any expected answer, shorter than the time limit of a test. */
const LIMIT_MS = 8_000

/** The responses on a connection, in order: their status codes, and all bytes as text. */
export interface RawAnswers {
  statuses: number[]
  text: string
}

const read = (text: string): RawAnswers => ({
  text,
  statuses: [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status)),
})

/** Opens a TCP connection to the server. */
export async function openConnection(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await new Promise<void>((connected, failed) => socket.once('connect', connected).once('error', failed))
  return socket
}

/** Sends raw bytes and waits until the server closes the connection. */
export async function sendBytes(url: string, bytes: string): Promise<RawAnswers> {
  const socket = await openConnection(url)
  let text = ''
  return new Promise((done) => {
    const timer = setTimeout(() => socket.destroy(), LIMIT_MS)
    socket.on('data', (part) => {
      text += part.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      done(read(text))
    })
    socket.write(bytes, 'latin1')
  })
}
