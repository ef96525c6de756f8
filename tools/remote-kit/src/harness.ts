/** The scripted shell, for tests and for a remote that runs alone. */
export {
  createScriptedShell,
  defineAnswers,
  ndjson,
  type RemoteAnswers,
  refuse,
  type ScenarioName,
  type ScriptedShell,
} from '@propsight/harness'
