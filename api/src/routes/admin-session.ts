import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'

export const adminSessionRoutes = (_deps: Deps): ApiRouter => createRouter()
