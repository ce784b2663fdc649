export { compose } from './compose.ts'
export { type Config, settings } from './config.ts'
