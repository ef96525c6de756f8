import { scan } from 'libpg-query'
import type postgres from 'postgres'

/** Every object of a database by kind and name, with its complete definition. */
export type Catalogue = Record<string, string>

const SCHEMAS = `(select oid, nspname from pg_namespace
  where nspname !~ '^pg_' and nspname <> 'information_schema')`
/** Privileges in a fixed order; the default ones if none were set explicitly. */
const privileges = (column: string, kind: string, owner: string) =>
  `(select array_agg(item::text order by item::text) from unnest(coalesce(${column}, acldefault('${kind}', ${owner}))) as item)`

/** One query per kind of object. Each returns `name` and `definition`, without any object id. */
const QUERIES: Record<string, string> = {
  schema: `select n.nspname as name, jsonb_build_object('owner', n.nspowner::regrole,
      'privileges', ${privileges('n.nspacl', 'n', 'n.nspowner')}) as definition
    from pg_namespace n join ${SCHEMAS} s on s.oid = n.oid`,
  extension: `select extname as name, jsonb_build_object('schema', extnamespace::regnamespace, 'version', extversion)
      as definition from pg_extension`,
  relation: `select format('%I.%I', s.nspname, c.relname) as name, jsonb_build_object('kind', c.relkind,
      'owner', c.relowner::regrole, 'persistence', c.relpersistence, 'access', c.relam, 'options', c.reloptions,
      'rowSecurity', c.relrowsecurity, 'forced', c.relforcerowsecurity, 'identity', c.relreplident,
      'partition', pg_get_expr(c.relpartbound, c.oid), 'inherits',
      (select array_agg(i.inhparent::regclass::text order by i.inhseqno) from pg_inherits i where i.inhrelid = c.oid),
      'view', case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end, 'privileges',
      case c.relkind when 'S' then ${privileges('c.relacl', 's', 'c.relowner')}
        else ${privileges('c.relacl', 'r', 'c.relowner')} end) as definition
    from pg_class c join ${SCHEMAS} s on s.oid = c.relnamespace where c.relkind not in ('i', 'I')`,
  // The position counts the columns that exist: dropped ones leave gaps in attnum.
  column: `select format('%I.%I.%I', s.nspname, c.relname, a.attname) as name, jsonb_build_object(
      'position', row_number() over (partition by c.oid order by a.attnum),
      'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull,
      'default', pg_get_expr(d.adbin, d.adrelid), 'identity', a.attidentity, 'generated', a.attgenerated,
      'collation', a.attcollation::regcollation, 'storage', a.attstorage, 'compression', a.attcompression,
      'statistics', a.attstattarget, 'options', a.attoptions,
      'privileges', (select array_agg(item::text order by item::text) from unnest(a.attacl) as item)) as definition
    from pg_attribute a join pg_class c on c.oid = a.attrelid join ${SCHEMAS} s on s.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and c.relkind not in ('i', 'I')`,
  constraint: `select format('%I on %s%s', k.conname, nullif(k.conrelid, 0)::regclass, nullif(k.contypid, 0)::regtype)
      as name, jsonb_build_object('type', k.contype, 'definition', pg_get_constraintdef(k.oid),
      'valid', k.convalidated, 'deferred', k.condeferred) as definition
    from pg_constraint k join ${SCHEMAS} s on s.oid = k.connamespace`,
  index: `select format('%I.%I', s.nspname, c.relname) as name, jsonb_build_object(
      'definition', pg_get_indexdef(i.indexrelid), 'valid', i.indisvalid, 'clustered', i.indisclustered,
      'identity', i.indisreplident, 'options', c.reloptions) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join ${SCHEMAS} s on s.oid = c.relnamespace`,
  sequence: `select format('%I.%I', s.nspname, c.relname) as name, to_jsonb(q) - 'seqrelid' || jsonb_build_object(
      'owner', (select d.refobjid::regclass || '.' || d.refobjsubid from pg_depend d
        where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i'))) as definition
    from pg_sequence q join pg_class c on c.oid = q.seqrelid join ${SCHEMAS} s on s.oid = c.relnamespace`,
  type: `select format_type(t.oid, null) as name, jsonb_build_object('kind', t.typtype, 'owner', t.typowner::regrole,
      'privileges', ${privileges('t.typacl', 'T', 't.typowner')}, 'base', t.typbasetype::regtype,
      'required', t.typnotnull, 'default', t.typdefault,
      'labels', (select array_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid))
      as definition
    from pg_type t join ${SCHEMAS} s on s.oid = t.typnamespace`,
  function: `select format('%I.%I(%s)', s.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name,
      jsonb_build_object('kind', p.prokind, 'arguments', pg_get_function_arguments(p.oid),
      'result', pg_get_function_result(p.oid), 'language', l.lanname, 'volatile', p.provolatile,
      'parallel', p.proparallel, 'strict', p.proisstrict, 'definer', p.prosecdef, 'leakproof', p.proleakproof,
      'cost', p.procost, 'rows', p.prorows, 'support', p.prosupport, 'settings', p.proconfig,
      'owner', p.proowner::regrole, 'privileges', ${privileges('p.proacl', 'f', 'p.proowner')}) as definition,
      p.prosrc as body
    from pg_proc p join pg_language l on l.oid = p.prolang join ${SCHEMAS} s on s.oid = p.pronamespace`,
  trigger: `select format('%I on %s', t.tgname, t.tgrelid::regclass) as name,
      jsonb_build_object('definition', pg_get_triggerdef(t.oid), 'enabled', t.tgenabled) as definition
    from pg_trigger t where not t.tgisinternal`,
  policy: `select format('%s on %I.%I', policyname, schemaname, tablename) as name,
      to_jsonb(p) - '{policyname,schemaname,tablename}'::text[] as definition from pg_policies p`,
  rule: `select format('%I on %I.%I', rulename, schemaname, tablename) as name, to_jsonb(r.definition) as definition
    from pg_rules r where schemaname not in ('pg_catalog', 'information_schema')`,
  'default privileges': `select format('%s %s %s', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype)
      as name, to_jsonb((select array_agg(item::text order by item::text) from unnest(defaclacl) as item))
      as definition from pg_default_acl`,
  comment: `select o.type || ' ' || o.identity as name, to_jsonb(d.description) as definition
    from pg_description d, pg_identify_object(d.classoid, d.objoid, d.objsubid) as o where d.objoid >= 16384`,
  publication: `select pubname as name, to_jsonb(p) - '{oid,pubowner}'::text[] || jsonb_build_object('tables',
      (select array_agg(format('%I.%I', t.schemaname, t.tablename) order by 1) from pg_publication_tables t
        where t.pubname = p.pubname)) as definition from pg_publication p`,
}
/** Catalogues of rarer objects. Their names are compared, so that adding one of them fails and asks for a query. */
const OTHERS = [
  'pg_amop',
  'pg_amproc',
  'pg_cast',
  'pg_collation',
  'pg_conversion',
  'pg_event_trigger',
  'pg_foreign_data_wrapper',
  'pg_foreign_server',
  'pg_language',
  'pg_opclass',
  'pg_operator',
  'pg_opfamily',
  'pg_statistic_ext',
  'pg_transform',
  'pg_ts_config',
  'pg_ts_dict',
  'pg_ts_parser',
  'pg_ts_template',
]
/** Objects below this id are part of PostgreSQL itself. */
const FIRST_USER_OID = 16_384

/** The words of a function body. Comments and line breaks may differ: migrations are frozen, comments are not. */
async function tokensOf(body: string): Promise<string> {
  const { tokens } = await scan(body)
  return tokens
    .filter(({ tokenName }) => tokenName !== 'SQL_COMMENT' && tokenName !== 'C_COMMENT')
    .map(({ text }) => text)
    .join(' ')
}

interface Row {
  name: string
  definition: unknown
  body?: string
}

/**
 * Reads everything that defines a database, except its rows and the comments inside function bodies.
 * @param sql a connection as the owner of the database
 */
export async function readCatalogue(sql: postgres.Sql | postgres.TransactionSql): Promise<Catalogue> {
  const catalogue: Catalogue = {}
  for (const [kind, query] of Object.entries(QUERIES)) {
    for (const { name, definition, body } of await sql.unsafe<Row[]>(query)) {
      const text = JSON.stringify(definition)
      catalogue[`${kind} ${name}`] = body === undefined ? text : `${text} ${await tokensOf(body)}`
    }
  }
  for (const table of OTHERS) {
    const rows = await sql.unsafe<{ type: string; identity: string }[]>(
      `select o.type, o.identity from ${table} x, pg_identify_object('${table}'::regclass, x.oid, 0) as o
        where x.oid >= ${FIRST_USER_OID}`,
    )
    for (const { type, identity } of rows) catalogue[`${type} ${identity}`] = 'exists'
  }
  return catalogue
}

/** Names of the objects that are missing, added or defined differently in `other`, in order. */
export const findDifferences = (one: Catalogue, other: Catalogue): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => one[name] !== other[name])
    .toSorted()
