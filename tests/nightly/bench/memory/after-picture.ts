import sharp from 'sharp'
import { createAccount } from '../../../support/accounts/create-account.ts'
import { uploadPicture } from '../../../support/analysis/start-run.ts'
import { startProduct } from '../../../support/product/start-product.ts'
import { atMost, figure, type Row } from '../row.ts'
import { mixedLoad } from './mixed-load.ts'
import { bytesByName } from './proportional-memory.ts'

/** Draws a picture with some text of a card. It does not matter whether a player is found on it. */
const picture = () =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="1920">
      <rect width="1080" height="1920" fill="#111"/>
      <text x="80" y="400" font-size="64" fill="#fff">Bo Batter</text>
      <text x="80" y="520" font-size="96" fill="#fff">1.5 Total Bases</text>
    </svg>`),
  )
    .png()
    .toBuffer()

/** Uploads one picture as a user. @throws Error for a status other than 200 or 422 (no player found) */
async function readImage(url: string, token: string): Promise<void> {
  const answer = await uploadPicture(url, token, new Blob([new Uint8Array(await picture())]))
  if (answer.status !== 200 && answer.status !== 422) {
    throw new Error(`a picture was answered ${answer.status}: ${await answer.text()}`)
  }
}

const MB = 1_000_000
/** Requests of the visits before the picture is read, in several parts, so that their number hardly depends on time. */
const REQUESTS = 200
const PART_MS = 3_000
/** Budget for all processes that `npm start` starts. */
const BUDGET_MB = 700

/** Measures the memory of everything that `npm start` starts, after some visits and right after a picture was read. */
export async function memoryAfterPicture(): Promise<Row[]> {
  const product = await startProduct({ launcher: true, env: { RATE_LIMITS: 'off' } })
  try {
    const names = new Map(
      Object.entries(product.pids).flatMap(([name, pid]) => (pid ? [[pid, name] as const] : [])),
    )
    const root = product.process.pid ?? 0
    const load = await mixedLoad(product)
    for (let requests = 0; requests < REQUESTS; ) requests += await load.during(PART_MS)
    await readImage(product.url, (await createAccount(product)).token)
    const parts = bytesByName(root, names)
    const sum = [...parts.values()].reduce((total, bytes) => total + bytes, 0) / MB
    return [
      ...[...parts].map(([name, bytes]) =>
        figure(`memory after a picture was read: ${name}`, bytes / MB, 'MB'),
      ),
      atMost('memory of everything started, after a picture was read', sum, BUDGET_MB, 'MB'),
    ]
  } finally {
    await product.stop()
  }
}
