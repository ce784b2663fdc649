import './global-setup.ts'

/** Stops what the global set-up started. Whatever it misses ends with this process. */
export default async function globalTeardown(): Promise<void> {
  const servers = globalThis.tandemTestServers
  await Promise.all([servers?.postgres.stop(), servers?.redis.stop()])
}
