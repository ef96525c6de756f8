import { CONTRACT_VERSION } from '@propsight/shared/contracts'
import { ENGINE_VERSION } from '@propsight/shared/domain/engine'
import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import type { InfoAnswer } from '../services/operations/info.ts'

export const infoRoutes = (deps: Deps): ApiRouter =>
  createRouter().get('/api/info', (ctx) => {
    const answer: InfoAnswer = {
      name: 'propsight',
      version: deps.version,
      contract: CONTRACT_VERSION,
      dataSource: deps.dataSource(),
      engine: ENGINE_VERSION,
      uptimeSeconds: Math.round(process.uptime()),
    }
    ctx.set('Cache-Control', 'no-cache')
    ctx.body = answer
  })
