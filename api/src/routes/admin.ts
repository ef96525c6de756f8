import {
  adminListQuery,
  createCodeBody,
  deleteCodeBody,
  generateCodesBody,
  importCodesBody,
} from '@propsight/shared/contracts'
import * as z from 'zod'
import type { Deps } from '../deps.ts'
import { requireAdmin } from '../http/admin-auth.ts'
import { type ApiContext, type ApiRouter, createRouter } from '../http/context.ts'
import { placeOf, readPage } from '../http/list-page.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody, readQuery } from '../http/validate.ts'
import { speakPlainly } from '../repositories/speak-plainly.ts'
import { withImportRow, createRandomCode } from '../services/accounts/admin-codes.ts'

/** A thousand rows with notes of a paragraph each. The data service accepts 1 MiB per request. */
const IMPORT_BYTES = 768 * 1024
const codePlace = z.object({ created_at: z.iso.datetime({ offset: true }), code: z.string() })

/** Access codes (C3, C4): list, create, generate, import, delete, restore. */
export const adminCodesRoutes = (deps: Deps): ApiRouter => {
  const { codes } = deps.repositories
  const limited = limit(deps, { name: 'admin-codes', points: 120, seconds: 60, by: 'address' })
  const change = async (
    ctx: ApiContext,
    what: string,
    apply: (code: string, actor: string) => Promise<void>,
  ) => {
    const { actor } = await requireAdmin(deps, ctx)
    const { code } = await readBody(ctx, deleteCodeBody)
    await speakPlainly(apply(code, actor))
    ctx.state.log.info({ actor, code }, what)
    ctx.status = 204
  }
  return createRouter()
    .get('/api/admin/list-codes', limited, async (ctx) => {
      await requireAdmin(deps, ctx)
      const { search, after, limit: most } = readQuery(ctx, adminListQuery)
      const place = placeOf(after, codePlace)
      const [{ rows, next }, total] = await Promise.all([
        readPage(
          most,
          (count) => codes.list(search, place, count),
          ({ created_at, code }) => ({ created_at, code }),
        ),
        codes.count(search),
      ])
      ctx.body = { codes: rows, total, next }
    })
    .post('/api/access/create', limited, async (ctx) => {
      const { actor } = await requireAdmin(deps, ctx)
      const code = await readBody(ctx, createCodeBody)
      await speakPlainly(codes.create(code, actor))
      ctx.state.log.info({ actor, code: code.code }, 'an access code was created')
      ctx.status = 201
      ctx.body = { code: code.code }
    })
    .post('/api/admin/generate-codes', limited, async (ctx) => {
      const { actor } = await requireAdmin(deps, ctx)
      const { count, prefix, idempotencyKey: key, ...fields } = await readBody(ctx, generateCodesBody)
      const random = Array.from({ length: count }, () => createRandomCode(prefix))
      const made = await speakPlainly(codes.generate({ ...fields, codes: random, prefix, key }, actor))
      ctx.state.log.info({ actor, count: made.length }, 'access codes were generated')
      ctx.status = 201
      ctx.body = { codes: made }
    })
    .post('/api/admin/import-codes', limited, async (ctx) => {
      const { actor } = await requireAdmin(deps, ctx)
      const { codes: rows } = await withImportRow(readBody(ctx, importCodesBody, { limitBytes: IMPORT_BYTES }))
      await speakPlainly(codes.import(rows, actor))
      ctx.state.log.info({ actor, count: rows.length }, 'access codes were imported')
      ctx.status = 201
      ctx.body = { codes: rows.map(({ code }) => code) }
    })
    .post('/api/admin/delete-code', limited, (ctx) => change(ctx, 'an access code was deleted', codes.remove))
    .post('/api/admin/restore-code', limited, (ctx) =>
      change(ctx, 'an access code was restored', codes.restore),
    )
}
