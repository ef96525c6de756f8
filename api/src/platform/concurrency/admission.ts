/** Requests that wait for one another: their time is bounded together, and no other lane's waits for them. */
export interface Lane {
  /**
   * Lets somebody in; call what it resolves to when he is done.
   * @param gated false for who goes on with what was begun: he is counted, and turned away by nothing but the hard limit
   * @param isSending whether his question is still on its way, which from some moment on it is not: nothing is done for
   *   him yet, so only the hard limit counts him, or a few slow senders would keep everybody else out
   * @throws what `full` makes where he would wait too long
   */
  enter(gated: boolean, isSending?: (() => boolean) | undefined): Promise<() => void>
  /** Counts what was done since the last call; whoever may enter now does. @param seconds since then */
  tick(seconds: number): void
}

export interface LaneLimits {
  /**
   * How long requests may take on average while there is too much to do, in seconds. By Little's law that many are let in at
   * once as are done in this time: the bound follows the machine and the work, and nobody has to guess it.
   */
  targetSeconds: number
  /** In flight in any case, however slow the machine is. */
  fewest: number
  /** In flight at most, busy or not: what they hold of the memory is bounded too. */
  hard: number
  /** Waiting at most. */
  waiting: number
  /** How long one waits his turn in a burst, in milliseconds: as long as users do. */
  patienceMs: number
}

/** Of a measured rate, the share that each new measurement has. */
const FRESH_SHARE = 0.25
/** A queue that has been there for so long is no burst: it would never get shorter. */
const STANDING_MS = 1_500
/** How long one waits his turn in a standing queue: no longer than it takes to see that it stands. */
const STANDING_WAIT_MS = 400

interface Waiting {
  go(): void
}

/**
 * One lane. A burst is waited out; in a standing queue whoever comes is told soon to come back, so that the work that
 * is done is not given up by those it is for (the idea is controlled delay: Nichols and Jacobson, ACM Queue 10(5), 2012,
 * and its use for servers: Maurer, Fail at Scale, ACM Queue 13(8), 2015).
 * @param isBusy whether there is more to do than can be done: until then the lane is bounded by `hard` alone
 * @param full makes the refusal
 */
export function createLane(
  { targetSeconds, fewest, hard, waiting: mostWaiting, patienceMs }: LaneLimits,
  {
    isBusy,
    full,
    now = () => performance.now(),
  }: { isBusy: () => boolean; full: () => Error; now?: () => number },
): Lane {
  const queue: Waiting[] = []
  const sending = new Set<() => boolean>()
  let [inFlight, done, perSecond] = [0, 0, 0]
  let queueSince = Number.POSITIVE_INFINITY

  const bound = () => (isBusy() ? Math.min(hard, Math.max(fewest, perSecond * targetSeconds)) : hard)
  const hasRoom = () => {
    for (const isSending of sending) if (!isSending()) sending.delete(isSending)
    return inFlight < hard && inFlight - sending.size < bound()
  }
  const letIn = () => {
    while (queue.length > 0 && hasRoom()) queue.shift()?.go()
    if (queue.length === 0) queueSince = Number.POSITIVE_INFINITY
  }
  const place = (isSending?: () => boolean) => {
    inFlight += 1
    if (isSending) sending.add(isSending)
    let left = false
    return () => {
      if (left) return
      left = true
      if (isSending) sending.delete(isSending)
      inFlight -= 1
      done += 1
      letIn()
    }
  }
  const wait = (isSending?: () => boolean): Promise<() => void> => {
    if (queue.length >= mostWaiting) throw full()
    queueSince = Math.min(queueSince, now())
    const patience = now() - queueSince > STANDING_MS ? STANDING_WAIT_MS : patienceMs
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const entry: Waiting = {
      go: () => {
        clearTimeout(timer)
        resolve(place(isSending))
      },
    }
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(entry), 1)
      letIn()
      reject(full())
    }, patience)
    queue.push(entry)
    return promise
  }
  return {
    async enter(gated, isSending) {
      if (!gated) {
        if (inFlight >= 2 * hard) throw full()
        return place(isSending)
      }
      // Nobody overtakes who waits.
      if (queue.length === 0 && hasRoom()) return place(isSending)
      return await wait(isSending)
    },
    tick(seconds) {
      perSecond += FRESH_SHARE * (done / seconds - perSecond)
      done = 0
      letIn()
    },
  }
}
