import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import express from 'express'
import helmet from 'helmet'

/** Where `vite build` puts the app. */
export const webDist = join(dirname(fileURLToPath(import.meta.url)), '../../dist')

export interface ServeWebOptions {
  baseUrl: string
  relayerUrl: string
  /** By default a free one. */
  port?: number
}

/**
 * Serves the built app on loopback, with the headers that the image's nginx sends.
 *
 * @throws Error when the app is not built.
 */
export async function serveWeb({ baseUrl, relayerUrl, port = 0 }: ServeWebOptions) {
  if (!existsSync(join(webDist, 'index.html')))
    throw new Error(`the web app is not built: ${webDist} has no index.html`)
  const app = express()
  app.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'data:'],
          connectSrc: ["'self'", new URL(baseUrl).origin, new URL(relayerUrl).origin],
          baseUri: ["'none'"],
          formAction: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      strictTransportSecurity: false,
    }),
  )
  app.get('/config.json', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ base_url: baseUrl, relayer_url: relayerUrl })
  })
  app.use(express.static(webDist, { index: 'index.html' }))
  app.get(/^\/(?!assets\/)/, (_req, res) => res.sendFile(join(webDist, 'index.html')))
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
