// Loaded into every process of the product: its hours pass in minutes. Dates and what is repeated go faster; single
// waits stay what they are, so that nobody's patience is shorter than on any other day.
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
