// Loaded into every process of the product: accelerates `Date` and `setInterval` by a factor, so that an hour
// passes in minutes. `setTimeout` is unchanged, so that time limits are not shortened.
const FACTOR = Number(process.env.BENCH_CLOCK_FACTOR ?? 1)
const RealDate = Date
const begun = RealDate.now()
const now = () => begun + (RealDate.now() - begun) * FACTOR

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(now())
    else super(...parts)
  }

  static now() {
    return Math.floor(now())
  }
}
const repeat = globalThis.setInterval
globalThis.setInterval = (work, everyMs, ...rest) => repeat(work, everyMs / FACTOR, ...rest)
