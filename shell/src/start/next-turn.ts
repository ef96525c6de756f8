/** Resolves in a new task, so that the browser can paint and handle input before the code continues. */
export const nextTurn = (): Promise<void> =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    port2.onmessage = () => {
      port2.close()
      done()
    }
    port1.postMessage(null)
  })
