export { type ComposeOptions, compose, type Orderbook } from './compose.ts'
export { type Config, configProblems, settings } from './config.ts'
