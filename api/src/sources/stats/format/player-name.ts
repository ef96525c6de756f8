// The rule is the domain's; whoever reads the service finds it beside its shapes.
export { loosePlayerName, normalisePlayerName } from '@propsight/shared/domain'
