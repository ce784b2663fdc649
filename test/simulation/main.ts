import { simulateFiles } from './files.ts'
import { simulateNetwork } from './network.ts'
import { simulateGlobals } from './simulated-globals.ts'

// Before any other module is loaded: some keep Node's functions from their first line on.
simulateGlobals()
simulateNetwork()
simulateFiles()
const { simulateConnections } = await import('./database.ts')
simulateConnections()
await import('./play.ts')
