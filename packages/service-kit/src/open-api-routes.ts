import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { OpenApiDocument } from '@tandem/contracts'
import express, { Router } from 'express'
import { pageHeaders } from './static-headers.ts'

// Resolved, not loaded: its entry would run the browser bundle here.
const require = createRequire(import.meta.url)
const assetsDir = dirname(require.resolve('swagger-ui-dist/package.json'))

const page = (title: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.replace(/[<>&]/g, '')}</title>
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`
// The validator badge would send the document to a third party.
const start = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null })\n`

/** To build a document takes a tenth of a second: once, when it is first asked for. */
function builtOnce(build: () => OpenApiDocument): () => OpenApiDocument {
  let built: OpenApiDocument | undefined
  return () => (built ??= build())
}

/** `/openapi.json`, and a reference page at `/docs`, served from here. */
export function openApiRoutes(buildDocument: () => OpenApiDocument): Router {
  const document = builtOnce(buildDocument)
  const router = Router()
  router.use(pageHeaders)
  router.get('/openapi.json', (_req, res) => {
    res.set('Cache-Control', 'public, max-age=300').json(document())
  })
  router.get('/docs', (req, res) => {
    // The page names its parts relative to `/docs`, to work under a prefix.
    if (req.path.endsWith('/')) return res.redirect('../docs')
    res.type('html').send(page(document().info.title))
  })
  router.get('/docs/start.js', (_req, res) => {
    res.type('js').send(start)
  })
  router.use('/docs/assets', express.static(assetsDir, { index: false, maxAge: '1d' }))
  return router
}
