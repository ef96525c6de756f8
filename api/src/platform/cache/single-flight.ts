export interface SingleFlight<T> {
  /**
   * Runs `work`, unless work of the same key is running: then returns its promise.
   * @param work gets a function that tells whether this run was not forgotten meanwhile
   */
  run(key: string, work: (isCurrent: () => boolean) => Promise<T>): Promise<T>
  /** Detaches the runs whose key begins with `prefix`: the next call starts a new one. */
  forget(prefix: string): void
}

/** Single flight within this instance: parallel calls of one key share one run. Failures are not kept. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const inFlight = new Map<string, Promise<T>>()
  return {
    run(key, work) {
      const running = inFlight.get(key)
      if (running) return running
      const isCurrent = () => inFlight.get(key) === flight
      const flight: Promise<T> = work(isCurrent).finally(() => {
        if (isCurrent()) inFlight.delete(key)
      })
      inFlight.set(key, flight)
      return flight
    },
    forget(prefix) {
      for (const key of inFlight.keys()) if (key.startsWith(prefix)) inFlight.delete(key)
    },
  }
}
