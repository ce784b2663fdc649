import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type { OpenApiDocument } from '@tandem/contracts'
import { Router } from 'express'
import { once, type StaticFile, staticFile } from './static-file.ts'
import { pageHeaders } from './static-headers.ts'

// The path is only resolved: loading the package would run its browser bundle here.
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
// The validator's badge is off, because it would send the document to a third party.
const start = `SwaggerUIBundle({ url: 'openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null })\n`

/** Serves `/openapi.json`, and at `/docs` a reference page that loads nothing from other sites. */
export function openApiRoutes(buildDocument: () => OpenApiDocument): Router {
  // Built when it is first asked for, because building it takes a tenth of a second.
  const document = once(buildDocument)
  const router = Router()
  router.use(pageHeaders)
  const serve = (path: string, file: StaticFile) => router.get(path, staticFile(file))
  serve('/openapi.json', { type: 'json', maxAgeSecs: 300, read: () => JSON.stringify(document()) })
  serve('/docs/start.js', { type: 'js', maxAgeSecs: 86_400, read: () => start })
  for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
    const read = () => readFileSync(join(assetsDir, name))
    serve(`/docs/assets/${name}`, { type: extname(name), maxAgeSecs: 86_400, read })
  }
  const sendPage = staticFile({ type: 'html', maxAgeSecs: 300, read: () => page(document().info.title) })
  router.get('/docs', (req, res, next) => {
    // The page names its parts relative to `/docs`, so that it also works under a prefix.
    if (req.path.endsWith('/')) return res.redirect('../docs')
    return sendPage(req, res, next)
  })
  return router
}
