/** Lets the browser paint, and answer who presses something, before the code goes on: what follows is a task of its own. */
export const nextTurn = (): Promise<void> =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel()
    port2.onmessage = () => {
      port2.close()
      done()
    }
    port1.postMessage(null)
  })
