import { simulateFiles } from './files.ts'
import { simulateNetwork } from './network.ts'
import { simulateGlobals } from './simulated-globals.ts'

// Each error would say where it was made: there are thousands in a simulation, and nobody reads it.
if (!process.env.TANDEM_SIMULATION?.includes('"trace":true')) Error.stackTraceLimit = 0
// Before any other module is loaded: some keep Node's functions from their first line on.
simulateGlobals()
simulateNetwork()
simulateFiles()
const { simulateConnections } = await import('./database.ts')
simulateConnections()
await import('./play.ts')
