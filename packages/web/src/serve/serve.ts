import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Network } from '@tandem/contracts'
import express from 'express'
import helmet from 'helmet'

/** The folder into which `vite build` writes the app. */
export const webDist = join(dirname(fileURLToPath(import.meta.url)), '../../dist')

export interface ServeWebOptions {
  baseUrl: string
  relayerUrl: string
  /** The network file that the app pins. Without it the app makes no swaps. */
  network?: Network
  /** Public RPC endpoints by chain, over which the browser reads the chains itself. */
  rpcUrls?: Readonly<Record<string, readonly string[]>>
  /** On a devnet, the address of its user. The app offers a wallet for it, for which anvil signs. */
  devnetUser?: string
  /** The port on loopback. By default the system picks a free one. */
  port?: number
}

/**
 * Serves the built app on loopback, with the same headers as nginx in the image.
 * @throws Error when the app is not built.
 */
export async function serveWeb(options: ServeWebOptions) {
  const { baseUrl, relayerUrl, network, rpcUrls = {}, devnetUser, port = 0 } = options
  if (!existsSync(join(webDist, 'index.html')))
    throw new Error(`the web app is not built: ${webDist} has no index.html`)
  const app = express()
  const urls = [baseUrl, relayerUrl, ...Object.values(rpcUrls).flat()]
  const origins = urls.map((url) => new URL(url).origin)
  app.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: ["'self'"],
          styleSrc: ["'self'"],
          imgSrc: ["'self'", 'data:', ...logoOrigins(network)],
          connectSrc: ["'self'", ...new Set(origins)],
          baseUri: ["'none'"],
          formAction: ["'none'"],
          frameAncestors: ["'none'"],
        },
      },
      strictTransportSecurity: false,
    }),
  )
  app.get('/config.json', (_req, res) => {
    const config = { base_url: baseUrl, relayer_url: relayerUrl, rpc_urls: rpcUrls, devnet_user: devnetUser }
    res.set('Cache-Control', 'no-store').json(config)
  })
  app.get('/network.json', (_req, res) => {
    if (network === undefined) res.sendStatus(404)
    else res.set('Cache-Control', 'no-store').json(network)
  })
  app.use('/assets', compressedAssets())
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

/** The other origins from which the app loads the tokens' pictures. The content security policy must allow them. */
const logoOrigins = (network: Network | undefined): Set<string> =>
  new Set(
    (network?.assets ?? []).flatMap(({ logo }) =>
      logo?.startsWith('https://') === true ? [new URL(logo).origin] : [],
    ),
  )

/**
 * Serves the built files, each compressed once. Browsers may keep them for a year, because their names change with their
 * content.
 */
function compressedAssets(): express.RequestHandler {
  const compressed = new Map<string, Buffer>()
  return (req, res, next) => {
    const file = join(webDist, 'assets', basename(req.path))
    const type = { '.js': 'text/javascript', '.css': 'text/css' }[extname(file)]
    if (type === undefined || !existsSync(file) || req.acceptsEncodings('gzip') === false) return next()
    const body = compressed.get(file) ?? gzipSync(readFileSync(file))
    compressed.set(file, body)
    res.set({
      'Content-Encoding': 'gzip',
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
    })
    res.type(type).send(body)
  }
}
