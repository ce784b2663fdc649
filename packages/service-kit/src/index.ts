export { apiClient, hashApiKey } from './api-keys.ts'
export { type AppOptions, createApp } from './app.ts'
export { AppError, type AppErrorOptions } from './app-error.ts'
export { type BatchedOptions, batched } from './batched.ts'
export { type BatchedReadOptions, batchedRead } from './batched-read.ts'
export {
  commonSettings,
  directUrlOf,
  httpRpcUrlsSetting,
  jsonFile,
  jsonText,
  rolesSetting,
} from './common-settings.ts'
export {
  ConfigError,
  type ConfigOf,
  configFromProcess,
  type Environment,
  loadConfig,
  misspeltVariables,
  printableConfig,
  type Setting,
  type Settings,
  secretSetting,
  setting,
} from './config.ts'
export { isDatabaseOutage, isStatementTimeout } from './database-outage.ts'
export { decodeRequest } from './decode-request.ts'
export { fetchWithin, LargeAnswerError, NoAnswerError } from './fetch-within.ts'
export { flatMapYielding } from './flat-map-yielding.ts'
export { type HttpAnswer, type HttpClientOptions, type HttpQuestion, jsonOf, makeHttpClient } from './http-client.ts'
export { type HttpServerOptions, type HttpTimeouts, startHttpServer } from './http-server.ts'
export {
  IDEMPOTENCY_LOCK_SECS,
  IDEMPOTENCY_TTL_SECS,
  type IdempotencyKey,
  type IdempotencyState,
  type IdempotencyStore,
  type KeepAnswer,
  keepAnswerOf,
  type StoredAnswer,
} from './idempotency.ts'
export { type IntervalLoop, startIntervalLoop } from './interval-loop.ts'
export { createLifecycle, type Lifecycle } from './lifecycle.ts'
export { createLogger, type LogFields, type Logger, type LoggerOptions, type LogLevel } from './logger.ts'
export { createRegistry } from './metrics.ts'
export { makeObserveEndpoints } from './observe-endpoints.ts'
export { requireOwnDatabase } from './own-database.ts'
export { backgroundLoops, joinParts, type Limiter, makeLimiter, type Part } from './part.ts'
export { pause } from './pause.ts'
export {
  DatabaseTimeoutError,
  makePostgresPool,
  type PostgresPoolOptions,
  type PostgresTimeouts,
} from './postgres-pool.ts'
export { priceProblems, priceSettings } from './price-settings.ts'
export { type ChainProbe, type ProbeOptions, probeRoutes, type ReadinessChecks } from './probes.ts'
export {
  type Caller,
  callersOf,
  clientOf,
  makeLimiterRedis,
  type OpenLimit,
  openLimit,
} from './rate-limit.ts'
export { redact, redactText } from './redact.ts'
export {
  makeRedis,
  type RedisClient,
  type RedisServers,
  type RedisTuning,
  redisOptions,
  redisProblems,
  redisServersOf,
} from './redis.ts'
export { currentRequestId, inBackground, runWithRequestId } from './request-context.ts'
export { hasUnreadable, type RotationCount, resealed, rotateTable, type SealedTable } from './rotate-sealed.ts'
export { type Given, perRow, type RowStatement, rowStatement, type SqlTypes, statementLimits } from './row-statement.ts'
export { runService, type Service } from './run-service.ts'
export { runTraced } from './run-traced.ts'
export {
  keyIdOf,
  makeSecretBox,
  optionalSecretBoxSettings,
  type SecretBox,
  secretBoxOf,
  secretBoxSettings,
} from './secret-box.ts'
export { watchSessionLimits } from './session-limits.ts'
export { sessionSettingsOf, statementMs } from './session-settings.ts'
export { type ShutdownConfig, shutdownProblems, shutdownTimes } from './shutdown-times.ts'
export { singleFlight } from './single-flight.ts'
export { inTransaction, makeSqlDatabase, type Sql, type SqlDatabase, withConnection } from './sql.ts'
export { deleteExpiredKeys, makeSqlIdempotencyStore, type RawSql, rotateAnswers } from './sql-idempotency-store.ts'
export { command, preparedCommand, type Statement, statementsOf } from './statement.ts'
export { pageHeaders } from './static-headers.ts'
export { noteInSpan, startTracing, traceHeaders, traceOfOrder, withSpan } from './tracing.ts'
export { ttlCache } from './ttl-cache.ts'
export { type Abilities, watchAbilities } from './watch-abilities.ts'
export { type WorkLimit, workLimit } from './work-limit.ts'
