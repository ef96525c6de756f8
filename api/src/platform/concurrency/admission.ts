import { performance } from 'node:perf_hooks'

/**
 * Admission control of one request class. Requests of one class queue for each other, never for another
 * class.
 */
export interface Admission {
  /**
   * Admits a request, at once or after waiting. Call the returned function when the request is done.
   * @param gated false for a request that continues a started run: it counts as in flight, and is refused
   *   only at twice the hard limit
   * @param causesNoWork returns true while the request waits for something else: its body is still being
   *   received, written parts of the response are not read, or other requests of the same user come first. Such
   *   a request counts against the hard limit only: a few slow clients, or one user, must not block the class
   * @throws the error of `full` if the queue is full or the wait too long
   */
  enter(gated: boolean, causesNoWork?: (() => boolean) | undefined): Promise<() => void>
  /**
   * Updates the measured throughput and admits waiting requests. Call it at regular intervals.
   * @param seconds time since the previous call
   */
  tick(seconds: number): void
}

export interface AdmissionLimits {
  /**
   * Target duration of a request under overload, in seconds. By Little's law, the number of requests in
   * flight is the throughput times this duration, so the limit adapts to the machine and to the work without
   * configuration.
   */
  targetSeconds: number
  /** Lower bound on the limit of requests in flight, for slow machines. */
  minInFlight: number
  /** Maximum number of requests in flight, also on an idle machine. It bounds their memory. */
  hard: number
  /** Maximum number of waiting requests. */
  waiting: number
  /** Maximum wait during a burst, in milliseconds: about as long as users wait. */
  maxWaitMs: number
}

/** Weight of a new measurement in the moving average of the throughput. */
const THROUGHPUT_SAMPLE_WEIGHT = 0.25
/** A queue that has existed for this long is not a burst: the load exceeds the throughput. */
const STANDING_MS = 1_500
/** Maximum wait in a standing queue. */
const STANDING_WAIT_MS = 400

/**
 * Admission control of one request class by controlled delay. In a burst, requests wait. In a standing queue,
 * new requests are refused early, because otherwise clients give up on requests that the server then
 * processes in vain. Sources: Nichols and Jacobson, ACM Queue 10(5), 2012; Maurer, Fail at Scale, ACM Queue
 * 13(8), 2015.
 * @param isBusy returns true under overload; otherwise only `hard` limits the class
 * @param full creates the error of a refused request
 */
export function createAdmission(
  { targetSeconds, minInFlight, hard, waiting: maxQueued, maxWaitMs }: AdmissionLimits,
  {
    isBusy,
    full,
    now = () => performance.now(),
  }: { isBusy: () => boolean; full: () => Error; now?: () => number },
): Admission {
  const queue: (() => void)[] = []
  const waitChecks = new Set<() => boolean>()
  let inFlight = 0
  let done = 0
  let perSecond = 0
  let queueSince = 0

  const bound = () => (isBusy() ? Math.min(hard, Math.max(minInFlight, perSecond * targetSeconds)) : hard)
  const countWithoutWork = () => {
    let count = 0
    for (const causesNoWork of waitChecks) if (causesNoWork()) count += 1
    return count
  }
  const hasRoom = () => {
    if (inFlight >= hard) return false
    const most = bound()
    return inFlight < most || inFlight - countWithoutWork() < most
  }
  const admitWaiting = () => {
    while (queue.length > 0 && hasRoom()) queue.shift()?.()
  }
  const occupy = (causesNoWork?: () => boolean) => {
    inFlight += 1
    if (causesNoWork) waitChecks.add(causesNoWork)
    let released = false
    return () => {
      if (released) return
      released = true
      if (causesNoWork) waitChecks.delete(causesNoWork)
      inFlight -= 1
      done += 1
      admitWaiting()
    }
  }
  const wait = (causesNoWork?: () => boolean): Promise<() => void> => {
    if (queue.length >= maxQueued) throw full()
    if (queue.length === 0) queueSince = now()
    const patience = now() - queueSince > STANDING_MS ? STANDING_WAIT_MS : maxWaitMs
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const admit = () => {
      clearTimeout(timer)
      resolve(occupy(causesNoWork))
    }
    const timer = setTimeout(() => {
      queue.splice(queue.indexOf(admit), 1)
      admitWaiting()
      reject(full())
    }, patience)
    queue.push(admit)
    return promise
  }
  return {
    async enter(gated, causesNoWork) {
      if (!gated) {
        if (inFlight >= 2 * hard) throw full()
        return occupy(causesNoWork)
      }
      // A new request never overtakes a waiting one.
      if (queue.length === 0 && hasRoom()) return occupy(causesNoWork)
      return await wait(causesNoWork)
    },
    tick(seconds) {
      perSecond += THROUGHPUT_SAMPLE_WEIGHT * (done / seconds - perSecond)
      done = 0
      admitWaiting()
    },
  }
}
