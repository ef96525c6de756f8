import { extractStatsResponse } from '@propsight/shared/contracts'
import { expect, it } from 'vitest'
import { scriptedImage, serveExtractStats } from './testing/serve-extract-stats.ts'

it('N5: a picture of more rows than a response may have is answered with the first of them', async () => {
  const page = await serveExtractStats()
  const { status, body } = await page.send(scriptedImage('long'))
  expect(status).toBe(200)
  expect(extractStatsResponse.parse(body).data.players).toHaveLength(60)
})
