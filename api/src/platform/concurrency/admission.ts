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

interface AdmissionOptions {
  /** Returns true under overload; otherwise only `hard` limits the class. */
  isBusy: () => boolean
  /** Creates the error of a refused request. */
  full: () => Error
  now?: () => number
}

/** The requests in flight of one class: their number, the throughput, and those that cause no work at present. */
class RequestsInFlight {
  readonly #limits: AdmissionLimits
  readonly #isBusy: () => boolean
  readonly #waitChecks = new Set<() => boolean>()
  #done = 0
  #perSecond = 0
  count = 0

  constructor(limits: AdmissionLimits, isBusy: () => boolean) {
    this.#limits = limits
    this.#isBusy = isBusy
  }

  hasRoom(): boolean {
    const { hard, minInFlight, targetSeconds } = this.#limits
    if (this.count >= hard) return false
    const most = this.#isBusy()
      ? Math.min(hard, Math.max(minInFlight, this.#perSecond * targetSeconds))
      : hard
    return this.count < most || this.count - this.#countWithoutWork() < most
  }

  /** Counts a request. @returns a function that ends it; further calls have no effect */
  occupy(causesNoWork: (() => boolean) | undefined, onEnd: () => void): () => void {
    this.count += 1
    if (causesNoWork) this.#waitChecks.add(causesNoWork)
    let released = false
    return () => {
      if (released) return
      released = true
      if (causesNoWork) this.#waitChecks.delete(causesNoWork)
      this.count -= 1
      this.#done += 1
      onEnd()
    }
  }

  measure(seconds: number): void {
    this.#perSecond += THROUGHPUT_SAMPLE_WEIGHT * (this.#done / seconds - this.#perSecond)
    this.#done = 0
  }

  #countWithoutWork(): number {
    let count = 0
    for (const causesNoWork of this.#waitChecks) if (causesNoWork()) count += 1
    return count
  }
}

/**
 * Admission control of one request class by controlled delay. In a burst, requests wait. In a standing queue,
 * new requests are refused early, because otherwise clients give up on requests that the server then
 * processes in vain. Sources: Nichols and Jacobson, ACM Queue 10(5), 2012; Maurer, Fail at Scale, ACM Queue
 * 13(8), 2015.
 */
export function createAdmission(
  limits: AdmissionLimits,
  { isBusy, full, now = () => performance.now() }: AdmissionOptions,
): Admission {
  const inFlight = new RequestsInFlight(limits, isBusy)
  const queue: (() => void)[] = []
  let queueSince = 0

  const admitWaiting = () => {
    while (queue.length > 0 && inFlight.hasRoom()) queue.shift()?.()
  }
  const occupy = (causesNoWork?: () => boolean) => inFlight.occupy(causesNoWork, admitWaiting)
  const wait = (causesNoWork?: () => boolean): Promise<() => void> => {
    if (queue.length >= limits.waiting) throw full()
    if (queue.length === 0) queueSince = now()
    const patience = now() - queueSince > STANDING_MS ? STANDING_WAIT_MS : limits.maxWaitMs
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
        if (inFlight.count >= 2 * limits.hard) throw full()
        return occupy(causesNoWork)
      }
      // A new request never overtakes a waiting one.
      if (queue.length === 0 && inFlight.hasRoom()) return occupy(causesNoWork)
      return await wait(causesNoWork)
    },
    tick(seconds) {
      inFlight.measure(seconds)
      admitWaiting()
    },
  }
}
