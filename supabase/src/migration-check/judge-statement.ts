import type { AlterTableCmd, ColumnDef, GrantStmt, Node } from 'libpg-query'
import { droppedNames, nameOf, type Surface } from './surface.ts'

/** Changes that do not affect an API of an older release. */
const HARMLESS_COMMANDS: readonly string[] = [
  'AT_ColumnDefault',
  'AT_DropNotNull',
  'AT_DropConstraint',
  'AT_ValidateConstraint',
  'AT_SetStatistics',
  'AT_SetStorage',
]
const HARMLESS_STATEMENTS: readonly string[] = [
  'CreateStmt',
  'CreateFunctionStmt',
  'CreateTrigStmt',
  'CreateSeqStmt',
  'CreateEnumStmt',
  'CommentStmt',
  'InsertStmt',
  'UpdateStmt',
  'SelectStmt',
  'VariableSetStmt',
]
const HARMLESS_DROPS: readonly string[] = ['OBJECT_INDEX', 'OBJECT_TRIGGER', 'OBJECT_FUNCTION']

const constraintsOf = ({ constraints = [] }: ColumnDef) =>
  constraints.flatMap((node) => ('Constraint' in node ? (node.Constraint.contype ?? []) : []))

function judgeCommand(table: string, { subtype, name, def }: AlterTableCmd): string | null {
  if (subtype === 'AT_AddColumn') {
    if (!def || !('ColumnDef' in def)) return null
    const kinds = constraintsOf(def.ColumnDef)
    const filled = kinds.some((kind) => /DEFAULT|IDENTITY|GENERATED/.test(kind))
    return kinds.includes('CONSTR_NOTNULL') && !filled
      ? `${table}.${def.ColumnDef.colname} is required and has no default: the API of the last release cannot insert rows`
      : null
  }
  // A command without a definition drops the default.
  if (subtype === 'AT_ColumnDefault' && !def) return `${table}.${name} loses its default`
  if (HARMLESS_COMMANDS.includes(subtype ?? '')) return null
  return `${table}: ${subtype} ${name ?? ''}`.trimEnd()
}

const grantedOn = ({ objects = [] }: GrantStmt): string[] =>
  objects.map((object) => {
    if ('RangeVar' in object) return object.RangeVar.relname ?? ''
    return 'ObjectWithArgs' in object ? nameOf(object.ObjectWithArgs.objname) : nameOf([object])
  })

/**
 * Describes why a statement breaks the API of the last release, or returns null. Signatures of functions are
 * compared separately (`describeBrokenCall`); the effects of their bodies are tested by running that API.
 * @param released tables and functions that the API can use
 * @param made functions that this file creates again: their rights are granted again, too
 */
export function findBreakingChange(
  statement: Node,
  released: Surface,
  made: ReadonlySet<string>,
): string | null {
  const isOld = (table: string | undefined) => table !== undefined && released.tables.has(table)
  if ('AlterTableStmt' in statement) {
    const { relation, cmds = [] } = statement.AlterTableStmt
    const table = relation?.relname ?? ''
    if (!isOld(table)) return null
    const found = cmds.flatMap((node) =>
      'AlterTableCmd' in node ? (judgeCommand(table, node.AlterTableCmd) ?? []) : [],
    )
    return found.length > 0 ? found.join('; ') : null
  }
  if ('DropStmt' in statement) {
    const { removeType = '', objects } = statement.DropStmt
    if (HARMLESS_DROPS.includes(removeType)) return null
    const names = droppedNames(objects)
    if (removeType === 'OBJECT_TABLE' && !names.some(isOld)) return null
    return `drops ${removeType.replace('OBJECT_', '').toLowerCase()} ${names.join(', ')}`
  }
  if ('RenameStmt' in statement) {
    const { renameType = '', relation, subname } = statement.RenameStmt
    const harmlessTypes = ['OBJECT_INDEX', 'OBJECT_POLICY', 'OBJECT_TABCONSTRAINT', 'OBJECT_TRIGGER']
    if (harmlessTypes.includes(renameType) || (relation && !isOld(relation.relname))) return null
    return `renames ${renameType.replace('OBJECT_', '').toLowerCase()} ${subname ?? relation?.relname ?? ''}`
  }
  if ('GrantStmt' in statement) {
    if (statement.GrantStmt.is_grant) return null
    const old = grantedOn(statement.GrantStmt).filter(
      (name) => (released.tables.has(name) || released.functions.has(name)) && !made.has(name),
    )
    return old.length > 0 ? `revokes rights on ${old.join(', ')}` : null
  }
  if ('CreatePolicyStmt' in statement) {
    const { table, permissive, policy_name } = statement.CreatePolicyStmt
    return permissive || !isOld(table?.relname)
      ? null
      : `${table?.relname}: policy '${policy_name}' restricts access further`
  }
  if ('AlterPolicyStmt' in statement) {
    const { table, policy_name } = statement.AlterPolicyStmt
    return isOld(table?.relname) ? `${table?.relname}: policy '${policy_name}' changes` : null
  }
  if ('IndexStmt' in statement) {
    const { unique, relation, idxname } = statement.IndexStmt
    return unique && isOld(relation?.relname)
      ? `${relation?.relname}: '${idxname}' makes values unique`
      : null
  }
  const [kind = 'nothing'] = Object.keys(statement)
  return HARMLESS_STATEMENTS.includes(kind) ? null : `${kind}: its effect cannot be determined`
}
