import { expect, it } from 'vitest'
import { envOfBuilds } from './build-environment.ts'

it('F2 envOfBuilds removes deploy credentials from the environment', () => {
  const env = { PATH: '/bin', PROPSIGHT_TOKEN: 'psd_x', ADMIN_KEY: 'key', PROPSIGHT_API: 'https://p.example' }
  expect(envOfBuilds(env)).toEqual({ PATH: '/bin', PROPSIGHT_API: 'https://p.example' })
})
